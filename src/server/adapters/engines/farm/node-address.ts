// Where the nodes of the farm are, as ENGINE_URLS and ENGINE_TOKENS say it.

export type FarmNode = {
  /** Without a query, and without a slash at its end. */
  url: string
  /** A secret. */
  token: string | null
  /** Given no new runs; those that it has go on. */
  isDrained: boolean
}

const NODES_MAX = 100

/** `tokens` are in the order of `urls`, empty for a node without one; `drained` are some of the addresses. No problem repeats what was given: it may hold a secret. */
type Settings = { urls: string; tokens?: string | undefined; drained?: string | undefined }
type Address = Omit<FarmNode, 'isDrained'>

export function readNodes({ urls, tokens = '', drained = '' }: Settings): FarmNode[] | { problem: string } {
  const [addresses, apart] = [wordsOf(urls), wordsOf(tokens)]
  if (addresses.length > NODES_MAX) return { problem: `must be at most ${NODES_MAX} addresses` }
  if (apart.length > 0 && apart.length !== addresses.length)
    return { problem: 'needs as many entries in ENGINE_TOKENS, separated by commas; leave those without a token empty' }
  const nodes: Address[] = []
  for (const [at, address] of addresses.entries()) {
    const node = readNode(address, apart[at] ?? '')
    if ('problem' in node) return { problem: `address ${at + 1} ${node.problem}` }
    if (nodes.some(({ url }) => url === node.url)) return { problem: `address ${at + 1} is there twice` }
    nodes.push(node)
  }
  const out = wordsOf(drained).map((address) => readNode(address, ''))
  for (const [at, address] of out.entries())
    if ('problem' in address || !nodes.some(({ url }) => url === address.url))
      return { problem: `does not have address ${at + 1} of ENGINES_DRAINED` }
  const isOut = ({ url }: Address) => out.some((address) => 'url' in address && address.url === url)
  return nodes.map((node) => ({ ...node, isDrained: isOut(node) }))
}

const wordsOf = (list: string): string[] => (list === '' ? [] : list.split(',').map((word) => word.trim()))

function readNode(address: string, apart: string): Address | { problem: string } {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol)) return { problem: 'must be an http or https address' }
  if (url.username || url.password) return { problem: 'must have no user name; a token goes into ENGINE_TOKENS' }
  const inQuery = url.searchParams.get('token') ?? ''
  if (url.hash || [...url.searchParams.keys()].some((name) => name !== 'token'))
    return { problem: 'must have no query but ?token=' }
  if (inQuery && apart) return { problem: 'has a token, and one in ENGINE_TOKENS' }
  return { url: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`, token: inQuery || apart || null }
}
