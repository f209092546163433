import nock from 'nock'

// Nothing in a test talks to the outside: hosts are played by nock or by servers on loopback.
nock.disableNetConnect()
nock.enableNetConnect(/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/)
