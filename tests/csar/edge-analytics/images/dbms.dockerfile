FROM registry.example.org/people/base:2
COPY dbms /srv/
CMD ["/srv/dbms"]
