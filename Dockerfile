# The sheet in the browser, for a machine at home.
#
#   docker build -t cluetree . && docker run -it --network host -v cluetree:/games cluetree
#
# It prints a link that lets one device in, once, and then the next link. The games are in the
# volume. With `-p 8765:8765` in place of `--network host` (Docker on macOS or Windows), put the
# machine's own address in place of the container's in the link.
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY cluetree cluetree
RUN python -m venv /opt/cluetree && /opt/cluetree/bin/pip install --no-cache-dir ".[web]"

FROM python:3.13-slim
COPY --from=build /opt/cluetree /opt/cluetree
RUN useradd --create-home player && install -d -o player /games
USER player
VOLUME /games
EXPOSE 8765
ENTRYPOINT ["/opt/cluetree/bin/cluetree"]
CMD ["web", "--host", "0.0.0.0", "--no-browser", "--games", "/games"]
