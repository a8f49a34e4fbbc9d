# docs/INSTALL.md says how to run it. The first stage builds the wheel; the second holds Python and what Companion needs.
ARG PYTHON=python:3.13-slim

FROM ${PYTHON} AS built
WORKDIR /checkout
COPY constraints.txt ./
RUN python -m venv /companion && /companion/bin/pip install --no-cache-dir --no-deps --require-hashes -r constraints.txt
COPY pyproject.toml build_hook.py README.md LICENSE CHANGELOG.md ./
COPY companion companion
COPY templates templates
COPY static static
RUN COMPANION_WITH_SITE=1 /companion/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM ${PYTHON}
RUN useradd --uid 10001 --home-dir /tables --no-create-home companion && install --directory --owner companion /tables
COPY --from=built /companion /companion
ENV PATH=/companion/bin:$PATH COMPANION_DATA=/tables COMPANION_IN_CONTAINER=1 PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER companion
VOLUME /tables
EXPOSE 8000
HEALTHCHECK --start-period=10s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=5)"]
ENTRYPOINT ["companion"]
CMD ["serve"]
