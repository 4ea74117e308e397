#!/bin/sh
# Makes a certificate authority and a certificate for Redis in the folder of the first argument, for the
# host of the second. Replicas trust it with NODE_EXTRA_CA_CERTS=<folder>/ca.crt.
set -eu
folder=$1
host=$2
openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj "/CN=Redis CA" \
  -keyout "$folder/ca.key" -out "$folder/ca.crt"
openssl req -newkey rsa:2048 -nodes -subj "/CN=$host" \
  -keyout "$folder/redis.key" -out "$folder/redis.csr"
printf 'subjectAltName=DNS:%s\n' "$host" > "$folder/redis.ext"
openssl x509 -req -days 825 -in "$folder/redis.csr" -extfile "$folder/redis.ext" \
  -CA "$folder/ca.crt" -CAkey "$folder/ca.key" -CAcreateserial -out "$folder/redis.crt"
