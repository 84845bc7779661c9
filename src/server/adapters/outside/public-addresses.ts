import { BlockList, isIP } from 'node:net'

/** Of hosts themselves, private and special networks (RFC 6890), and those of cloud providers. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  '3fff::/20',
  '5f00::/16',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

const list = new BlockList()
for (const network of NOT_PUBLIC) {
  const [address = '', bits] = network.split('/')
  list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an IP address is one of the internet. One of IPv4 that is written as IPv6 counts as what it is. */
export function isPublic(address: string): boolean {
  const kind = isIP(address)
  return kind !== 0 && !list.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
