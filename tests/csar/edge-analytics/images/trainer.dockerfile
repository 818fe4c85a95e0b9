FROM registry.example.org/people/base:2
COPY trainer /srv/
CMD ["/srv/trainer"]
