/** Ways to write, in a URL, a host that no delivery may reach. Each becomes `https://<host>:<port>/`. */
export const forbiddenHosts: readonly string[] = [
  // Loopback and "this host", which Linux takes for loopback, in every notation that WHATWG URL reads.
  '127.0.0.1', '127.0.0.2', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.', '2130706433', '017700000001', '0x7f000001',
  '0x7f.1', '0x7F.0x0.0x0.0x1', '0177.0.0.1', '0177.1', '00000177.0.0.01', '127.0.0.0x1', '127.0x1', '127.65535',
  '0', '0.0.0.0', '0x0', '00', '0.0', '0.0.0.0.', '0.1.2.3',
  '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '127。0。0。1', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127.0.0.１', '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  '[::1]', '[0:0:0:0:0:0:0:1]', '[0000:0000:0000:0000:0000:0000:0000:0001]', '[::0001]', '[::]', '[0::0]', '[::0.0.0.1]',
  // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP.
  '[::ffff:127.0.0.1]', '[::FFFF:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:0001]', '[::ffff:0.0.0.0]', '[::ffff:10.0.0.1]',
  '[::ffff:8.8.8.8]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[::ffff:0:7f00:1]',
  '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::127.0.0.1]', '[64:ff9b:1:ffff::7f00:1]',
  '[2002:7f00:1::]', '[2002:7f00:0001::1]', '[2002:a00:1::1]', '[2002:808:808::1]', '[2001:0:7f00:1::80ff:fffe]', '[2001::1]',
  '[2606:4700::5efe:7f00:1]', '[2606:4700::200:5efe:127.0.0.1]',
  // Private, shared, link-local and metadata.
  '10.0.0.1', '10.255.255.255', '0xa.1', '012.0.0.1', '167772161', '172.16.0.1', '172.31.255.254', '2886729729', '192.168.0.1', '192.168.1',
  '0xc0a80001', '100.64.0.1', '100.127.255.254', '100.100.100.200', '169.254.169.254', '169.254.170.2', '2852039166', '0xa9fea9fe',
  '0251.0376.0251.0376', '169.254.43518', '168.63.129.16', '192.0.0.192', '[::ffff:169.254.169.254]', '[64:ff9b::a9fe:a9fe]',
  '[fc00::1]', '[fd00::1]', '[fd00:ec2::254]', '[FD00:EC2::254]', '[fd20:ce::254]', '[fe80::1]', '[febf::1]', '[fec0::1]',
  // Documentation, benchmarking, reserved, multicast, broadcast, relays, and IPv6 that nobody was given.
  '192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.254', '192.88.99.1', '192.31.196.1', '192.52.193.1',
  '192.175.48.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '4294967295', '0xffffffff',
  '[2001:db8::1]', '[3fff::1]', '[2001:2::1]', '[2001:3::1]', '[2001:4:112::1]', '[2001:10::1]', '[2001:20::1]', '[2001:30::1]',
  '[2620:4f:8000::1]', '[100::1]', '[5f00::1]', '[ff02::1]', '[ff0e::1]', '[4000::1]', '[1fff::1]', '[e000::1]',
  // Names that mean this machine or this network, and hosts that are none.
  'localhost', 'LOCALHOST', 'localhost.', 'ｌｏｃａｌｈｏｓｔ', 'loc%61lhost', 'app.localhost', 'printer.local', 'db.internal', 'nas.home.arpa',
  'localhost.localdomain', 'ip6-localhost', 'postgres', 'metadata.google.internal', 'metadata.google.internal.', 'METADATA.goog', 'metadata',
  '[fe80::1%25lo]', '[::1%25lo]', '[::1', '127.0.0.256', '1.2.3.4.5', '0x100000000', '127..1', '256.1', 'a%00.example.com',
]

/** Whole addresses that are refused for something else than their host; `<port>` stands for a port that listens on loopback. */
export const forbiddenUrls: readonly string[] = [
  'http://127.0.0.1:<port>/', 'http://hooks.example.com:<port>/', 'http://1.1.1.1:<port>/', 'HTTP://localhost:<port>/',
  'ftp://127.0.0.1:<port>/', 'file:///etc/passwd', 'gopher://127.0.0.1:<port>/', 'data:text/plain,x', 'ws://127.0.0.1:<port>/',
  'https://user@hooks.example.com/', 'https://user:pass@hooks.example.com/', 'https://@hooks.example.com/', 'https://1.1.1.1@127.0.0.1:<port>/',
  'https://1.1.1.1:443@127.0.0.1:<port>/', 'https://1.1.1.1\\@127.0.0.1:<port>/', 'https://127.0.0.1:<port>#@1.1.1.1/',
  'https://127.0.0.1:<port>\\@1.1.1.1/', 'https:127.0.0.1:<port>', 'https:/127.0.0.1:<port>', '//127.0.0.1:<port>', '127.0.0.1:<port>',
  ' https://hooks.example.com/', 'https://hooks.example.com/\n', 'https://127.0.\t0.1:<port>/', 'https://', 'https:///', 'https://:<port>/',
  '', 'x', 'https://hooks.example.com:65536/', 'https://hooks.example.com:-1/', 'jav\tascript:1',
]
