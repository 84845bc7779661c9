/** The arrows of docs/architecture.md, as rules. */
const only = (room, allowed, advice) => ({
  name: `${room}-sees-only-${allowed.join('-') || 'itself'}`,
  severity: 'error',
  comment: advice,
  from: { path: `^src/${room}/` },
  to: { path: '^(src|e2e|tools|bench)/', pathNot: [`^src/(${[room, ...allowed].join('|')})/`] },
})

const CLI_TESTS = ['^src/cli/testing/', '^src/cli/.*\\.test\\.ts$']

/** Each sees only those above it. */
const FEATURES = [
  'emails',
  'notices',
  'projects',
  'files',
  'accounts',
  'webhooks',
  'analyses',
  'flights',
  'uploads',
  'members',
  'tokens',
  'reports',
  'maps',
  'processing',
  'trials',
  'links',
  'gis',
  'brapi',
  'exchange',
  'users',
  'deletions',
  'messages',
  'activity',
]

const featuresAbove = FEATURES.map((feature, at) => ({
  name: `feature-${feature}-sees-only-those-above-it`,
  severity: 'error',
  comment:
    'Arrows between features go one way, in the order of FEATURES: move what both need up, or hand it in at the wiring.',
  from: { path: `^src/server/features/${feature}/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/server/features/', pathNot: `^src/server/features/(${FEATURES.slice(0, at + 1).join('|')})/` },
}))

const exceptTests = (rule) => ({ ...rule, from: { ...rule.from, pathNot: CLI_TESTS } })

module.exports = {
  forbidden: [
    only('domain', [], 'The domain is pure: move what it needs into the domain, or the line into another room.'),
    only('contract', ['domain'], 'The contract spells the domain on the wire; it knows neither server nor web.'),
    only(
      'transfer',
      ['domain', 'contract'],
      'The engine knows neither screen nor disk; it is given what it needs of them.',
    ),
    only('imagery', ['domain'], 'What photos and rasters say: it knows no wire, no screen and no disk.'),
    only('server', ['domain', 'contract', 'imagery'], 'The server never sees the web.'),
    exceptTests(
      only(
        'cli',
        ['domain', 'contract', 'transfer', 'imagery'],
        'The command line talks to the server through the contract only; its tests may start one.',
      ),
    ),
    {
      name: 'cli-tests-see-the-server-through-its-testing',
      severity: 'error',
      comment: 'What a test needs of the server belongs into src/server/testing.',
      from: { path: CLI_TESTS },
      to: { path: '^src/(server|web)/', pathNot: '^src/server/testing/' },
    },
    only(
      'web',
      ['domain', 'contract', 'transfer', 'imagery'],
      'The web talks to the server through the contract only.',
    ),
    {
      name: 'domain-has-no-packages',
      severity: 'error',
      comment: 'The domain uses the language only.',
      from: { path: '^src/domain/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm', 'core'] },
    },
    {
      name: 'only-http-knows-fastify',
      severity: 'error',
      comment: 'A verb knows no transport: translate in src/server/http or in a routes.ts.',
      from: { path: '^src/server/', pathNot: '^src/server/http/' },
      to: { path: 'node_modules/(@fastify|fastify)/' },
    },
    {
      name: 'features-know-no-http',
      severity: 'error',
      comment: 'A verb knows no transport.',
      from: { path: '^src/server/features/', pathNot: 'routes\\.ts$|\\.test\\.ts$' },
      to: { path: '^src/server/http/' },
    },
    ...featuresAbove,
    {
      name: 'features-have-a-place-in-the-order',
      severity: 'error',
      comment: 'Name this folder in FEATURES, below all that it uses.',
      from: {},
      to: { path: '^src/server/features/', pathNot: `^src/server/features/(${FEATURES.join('|')})/` },
    },
    {
      name: 'adapters-know-no-features',
      severity: 'error',
      comment: 'An adapter serves features, it does not know them.',
      from: { path: '^src/server/adapters/' },
      to: { path: '^src/server/(features|http)/' },
    },
    {
      name: 'compute-knows-no-adapters',
      severity: 'error',
      comment: 'Work on a thread is given all that it needs; adapters may have it done.',
      from: { path: '^src/server/compute/' },
      to: { path: '^src/server/(adapters|features)/' },
    },
    {
      name: 'stores-know-nothing-of-each-other',
      severity: 'error',
      comment: 'The bucket and the local disk share src/server/adapters/storage and its folder incoming only.',
      from: { path: '^src/server/adapters/storage/(local|s3|incoming)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/adapters/storage/(local|s3)/', pathNot: '^src/server/adapters/storage/$1/' },
    },
    {
      name: 'ui-imports-nothing-of-ours',
      severity: 'error',
      comment: 'src/web/ui is a kit: pass what it needs as props.',
      from: { path: '^src/web/ui/' },
      to: { path: '^src/', pathNot: '^src/web/ui/' },
    },
    {
      name: 'web-lib-knows-no-features',
      severity: 'error',
      comment: 'src/web/lib is below the features.',
      from: { path: '^src/web/lib/' },
      to: { path: '^src/web/(features|routes)/' },
    },
    {
      name: 'web-features-know-no-routes',
      severity: 'error',
      comment: 'Routes are where features meet; features never import them.',
      from: { path: '^src/web/features/' },
      to: { path: '^src/web/routes/' },
    },
    {
      name: 'web-features-know-no-other-feature',
      severity: 'error',
      comment: 'Features meet in src/web/routes; what two of them share belongs into src/web/lib or src/web/ui.',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'e2e-sees-only-the-running-product',
      severity: 'error',
      comment: 'Browser tests are black box.',
      from: { path: '^e2e/' },
      to: { path: '^src/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsConfig: { fileName: 'src/server/tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
