FROM registry.example.org/shop/base:1
COPY storefront /srv/
CMD ["/srv/storefront"]
