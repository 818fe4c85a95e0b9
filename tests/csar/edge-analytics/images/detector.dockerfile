FROM registry.example.org/people/base:2
COPY detector /srv/
CMD ["/srv/detector"]
