FROM registry.example.org/people/base:2
COPY aggregator /srv/
CMD ["/srv/aggregator"]
