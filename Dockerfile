# The sheet in the browser, for a machine at home, with the versions in uv.lock.
#
#   docker build -t cluetree . && docker run -it --network host cluetree
#
# It prints the address of the sheet and its QR code. Each device keeps its own games. With
# `-p 8765:8765` instead of `--network host` (Docker on macOS or Windows), open port 8765 of the
# machine's own address.
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
RUN pip install --no-cache-dir uv==0.13.9 && uv sync --locked --no-default-groups --no-editable --no-cache --extra cli

FROM ${PYTHON}
COPY --from=build /opt/cluetree /opt/cluetree
RUN useradd --create-home player
USER player
EXPOSE 8765
ENTRYPOINT ["/opt/cluetree/bin/cluetree"]
CMD ["web", "--host", "0.0.0.0", "--no-browser"]
