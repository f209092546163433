FROM python:3.13.1-slim@sha256:6e491c02882ac36e3bcaaac4d151d4b2793135d4482adf227b1b730cdd90b46d
RUN wget -qO- https://deb.tidectl.example/setup_20.x \
    | bash - \
    && apt-get install -y --no-install-recommends tidectl
USER nobody
CMD ["tidectl", "worker"]
