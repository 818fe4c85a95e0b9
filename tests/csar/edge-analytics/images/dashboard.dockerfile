FROM registry.example.org/people/base:2
COPY dashboard /srv/
CMD ["/srv/dashboard"]
