FROM registry.example.org/shop/base:1
COPY api /srv/
CMD ["/srv/api"]
