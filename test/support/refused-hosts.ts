/**
 * Hosts that nobody may make the service contact, as they stand in addresses: what the parser of
 * addresses and the system's resolver understand, and what they should not.
 */

/** Spellings of addresses of this machine: whoever connects to one reaches the listener of the test. */
export const loopbackHosts: readonly string[] = [
  '127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7F.1', '0x7f.0.0.1', '0x7f.0x0.0x0.0x1',
  '0177.0.0.1', '0177.1', '00000177.0.0.1', '017700000001', '127.0.0.1.', '127.1.', '0.0.0.0', '0', '0x0', '00.00.00.00', '0.0.0.0.',
  // Full-width and circled digits, ideographic and full-width dots: IDNA maps them (UTS #46 section 4).
  '１２７.0.0.1', '127。0。0。1', '127．0．0．1', '①②⑦.⓪.⓪.①', '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '%30x7f.1',
  'localhost', 'LOCALHOST', 'localhost.', 'registry.localhost', 'a.b.localhost.', 'ｌｏｃａｌｈｏｓｔ', 'loc%61lhost', 'lo\u00adcalhost',
  '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0001]', '[::]', '[0:0:0:0:0:0:0:0]', '[::0.0.0.1]',
  '[::ffff:127.0.0.1]', '[::FFFF:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:7f00:0001]', '[0:0:0:0:0:ffff:127.0.0.1]', '[0:0:0:0:0:FFFF:7F00:1]', '[::ffff:0.0.0.0]',
]

/** What forms of address hide in others, where a gateway or a stack would take them apart. */
export const translatedHosts: readonly string[] = [
  '[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:7f00:1::1]',
  '[2001:0:7f00:1::]', '[2001:0:4136:e378:8000:63bf:80ff:fffe]', '[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '[::169.254.169.254]',
]

/** Where clouds tell machines their credentials. */
export const metadataHosts: readonly string[] = [
  '169.254.169.254', '169.254.169.254.', '2852039166', '0xa9fea9fe', '0xA9.0xFE.0xA9.0xFE', '0251.0376.0251.0376', '025177524776', '169.254.43518', '169.16689662',
  '１６９.254.169.254', '169。254。169。254', '169.254.170.2', '169.254.0.23', '100.100.100.200', '192.0.0.192', '168.63.129.16', '[fd00:ec2::254]', '[fd20:ce::254]', '[fe80::a9fe:a9fe]',
]

/** Other blocks of the IANA special-purpose registries. */
export const reservedHosts: readonly string[] = [
  '10.0.0.1', '012.0.0.1', '167772161', '172.16.0.1', '172.31.255.254', '192.168.1.1', '0xc0a80101', '100.64.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1',
  '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '[fd00::1]', '[fc00::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:2::1]', '[2001:20::1]', '[2001:db8::1]',
  '[3fff::1]', '[5f00::1]',
]

/** Not addresses for a parser: zones (RFC 6874 is not part of the URL standard), numbers that are too large, loose ends. */
export const unreadableHosts: readonly string[] = [
  '[fe80::1%25eth0]', '[fe80::1%eth0]', '[::1%25lo]', '[::1%lo]', '[::1', '::1', '[127.0.0.1]', '127.0.0.256', '4294967296', '0x100000000', '127.0.0.1%00.example', '127.0.0.0x', '0x7f.0.0.1.1',
]

export const literalHosts: readonly string[] = [...loopbackHosts, ...translatedHosts, ...metadataHosts, ...reservedHosts, ...unreadableHosts]

/** Names and what a name server says of them; one address that is refused refuses the name. */
export const refusedNames: Readonly<Record<string, readonly string[]>> = {
  'loopback.example': ['127.0.0.1'],
  'other-loopback.example': ['127.0.0.2'],
  'any.example': ['0.0.0.0'],
  'loopback6.example': ['::1'],
  'unspecified6.example': ['::'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'mapped-hex.example': ['::ffff:7f00:1'],
  'compatible.example': ['::127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  '6to4.example': ['2002:7f00:1::1'],
  'metadata.example': ['169.254.169.254'],
  'metadata6.example': ['fd00:ec2::254'],
  'private.example': ['10.0.0.5'],
  'cgnat.example': ['100.64.0.1'],
  'link.example': ['fe80::1%1'],
  'zoned.example': ['2606:4700::1111%1'],
  'public-and-loopback.example': ['8.8.8.8', '127.0.0.1'],
  'loopback-and-public.example': ['127.0.0.1', '8.8.8.8'],
  'public-and-loopback6.example': ['8.8.8.8', '2606:4700::1111', '::1'],
  'public-and-mapped.example': ['2606:4700::1111', '::ffff:127.0.0.1'],
  'nobody.example': [],
  'localhost.localdomain': ['127.0.0.1'],
  'ip6-localhost': ['::1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'xn--lgbbat1ad8j.example': ['127.0.0.1'],
}
