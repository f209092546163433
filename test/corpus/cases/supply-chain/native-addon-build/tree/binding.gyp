{
  "targets": [{ "target_name": "crc", "sources": ["src/crc.c"] }]
}
