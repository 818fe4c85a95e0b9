FROM registry.example.org/people/base:2
COPY broker /srv/
CMD ["/srv/broker"]
