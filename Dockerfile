# The sheet in the browser, for a machine at home, with the versions in uv.lock.
#
#   docker build -t cluetree . && docker run -it --network host -v cluetree:/games cluetree
#
# It prints a link that lets one device in, once, and then the next link. The games are in the
# volume. With `-p 8765:8765` in place of `--network host` (Docker on macOS or Windows), put the
# machine's own address in place of the container's in the link.
#
# The tag of the base image moves. To fix it, build with its digest, which
# `docker buildx imagetools inspect python:3.13-slim` prints:
#
#   docker build --build-arg PYTHON=python:3.13-slim@sha256:... -t cluetree .
ARG PYTHON=python:3.13-slim
FROM ${PYTHON} AS build
WORKDIR /source
COPY pyproject.toml uv.lock README.md LICENSE ./
COPY cluetree cluetree
ENV UV_PROJECT_ENVIRONMENT=/opt/cluetree UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy
RUN pip install --no-cache-dir uv==0.13.9 && uv sync --locked --no-default-groups --no-editable --no-cache --extra web

FROM ${PYTHON}
COPY --from=build /opt/cluetree /opt/cluetree
RUN useradd --create-home player && install -d -o player /games
USER player
VOLUME /games
EXPOSE 8765
ENTRYPOINT ["/opt/cluetree/bin/cluetree"]
CMD ["web", "--host", "0.0.0.0", "--no-browser", "--games", "/games"]
