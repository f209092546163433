import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package name with a version. */
type Listed = readonly [name: string, version: string]

/** Old versions of popular packages by language. Most of them have advisories. */
const popular = {
  npm: [
    ['axios', '0.18.0'],
    ['body-parser', '1.18.2'],
    ['express', '4.16.0'],
    ['handlebars', '4.0.11'],
    ['jquery', '3.3.1'],
    ['js-yaml', '3.12.0'],
    ['lodash', '4.17.4'],
    ['marked', '0.3.6'],
    ['minimist', '0.0.8'],
    ['moment', '2.18.1'],
    ['node-fetch', '2.6.0'],
    ['qs', '6.5.1'],
    ['semver', '5.4.1'],
    ['serialize-javascript', '1.4.0'],
    ['tar', '4.4.1'],
    ['ws', '7.4.0'],
  ],
  go: [
    ['github.com/dgrijalva/jwt-go', 'v3.2.0+incompatible'],
    ['github.com/gin-gonic/gin', 'v1.6.3'],
    ['github.com/gorilla/websocket', 'v1.4.0'],
    ['github.com/pkg/errors', 'v0.9.1'],
    ['github.com/sirupsen/logrus', 'v1.8.0'],
    ['golang.org/x/text', 'v0.3.5'],
    ['gopkg.in/yaml.v2', 'v2.2.7'],
  ],
  python: [
    ['django', '2.2.0'],
    ['flask', '0.12.2'],
    ['jinja2', '2.10'],
    ['pillow', '6.0.0'],
    ['pyyaml', '5.1'],
    ['requests', '2.19.1'],
    ['urllib3', '1.24.1'],
  ],
  rust: [
    ['hyper', '0.12.10'],
    ['regex', '1.3.0'],
    ['smallvec', '0.6.3'],
    ['time', '0.1.40'],
    ['tokio', '1.7.0'],
  ],
  php: [
    ['guzzlehttp/guzzle', '6.3.0'],
    ['symfony/http-kernel', '4.1.0'],
    ['twig/twig', '1.35.0'],
  ],
  ruby: [
    ['nokogiri', '1.8.0'],
    ['rack', '2.0.3'],
    ['rails', '5.1.4'],
  ],
} satisfies Readonly<Record<string, readonly Listed[]>>

/** Lists popular packages, followed by invented ones up to the count. */
function packages(
  known: readonly Listed[],
  count: number,
  nameOf = (index: number) => `bench-package-${index}`,
): Listed[] {
  return Array.from({ length: count }, (_, index): Listed => known[index] ?? [nameOf(index), `1.${index % 20}.0`])
}

const packageLock = (count: number) => {
  const listed = packages(popular.npm, count)
  const entries = listed.map(([name, version]) => [
    `node_modules/${name}`,
    { version, resolved: `https://registry.example/${name}/-/${name}-${version}.tgz` },
  ])
  return JSON.stringify(
    {
      name: 'bench',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'bench', version: '1.0.0', dependencies: Object.fromEntries(listed) },
        ...Object.fromEntries(entries),
      },
    },
    undefined,
    2,
  )
}

const goMod = (count: number) =>
  `module example.com/bench\n\ngo 1.21\n\nrequire (\n${packages(
    popular.go,
    count,
    (index) => `example.com/bench/package-${index}`,
  )
    .map(([name, version]) => `\t${name} ${version.startsWith('v') ? version : `v${version}`}\n`)
    .join('')})\n`

const quotedList = (listed: readonly Listed[], heading: string) =>
  listed.map(([name, version]) => `${heading}\nname = "${name}"\nversion = "${version}"\n`).join('\n')

/** Returns lockfiles with a number of packages, in formats that Assay and osv-scanner both read. */
const lockfiles: Readonly<Record<string, (count: number) => string>> = {
  'package-lock.json': packageLock,
  'yarn.lock': (count) =>
    `# yarn lockfile v1\n\n${packages(popular.npm, count)
      .map(([name, version]) => `${name}@^${version}:\n  version "${version}"\n`)
      .join('\n')}`,
  'go.mod': goMod,
  'requirements.txt': (count) =>
    packages(popular.python, count)
      .map(([name, version]) => `${name}==${version}\n`)
      .join(''),
  'poetry.lock': (count) => quotedList(packages(popular.python, count), '[[package]]'),
  // An entry without a source is a workspace member.
  'Cargo.lock': (count) => {
    const heading = '[[package]]\nsource = "registry+https://github.com/rust-lang/crates.io-index"'
    return `version = 3\n\n${quotedList(packages(popular.rust, count), heading)}`
  },
  'composer.lock': (count) =>
    JSON.stringify({
      packages: packages(popular.php, count, (index) => `bench/package-${index}`).map(([name, version]) => ({
        name,
        version,
      })),
      'packages-dev': [],
    }),
  'Gemfile.lock': (count) =>
    `GEM\n  remote: https://rubygems.example/\n  specs:\n${packages(popular.ruby, count)
      .map(([name, version]) => `    ${name} (${version})\n`)
      .join('')}\nPLATFORMS\n  ruby\n`,
}

/** Ecosystems of all lockfiles. */
export const ecosystems = ['Go', 'PyPI', 'crates.io', 'Packagist', 'RubyGems', 'npm'] as const

/** A project to scan. */
export interface Project {
  readonly measure: string
  /** Lockfiles, each in a separate folder. */
  readonly files: readonly string[]
}

const lockfilesOfEachFormat = 6

/** Writes the projects into a folder. */
export function writeProjects(folder: string): readonly Project[] {
  const write = (path: string, content: string): string => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  const many = Object.entries(lockfiles).flatMap(([name, contentOf]) =>
    Array.from({ length: lockfilesOfEachFormat }, (_, index) =>
      write(`many/${name.replace('.', '-')}-${index}/${name}`, contentOf(20 + 10 * index)),
    ),
  )
  return [
    { measure: 'a go.mod with 7 packages', files: [write('tiny/go.mod', goMod(popular.go.length))] },
    { measure: 'a package-lock.json with 2,000 packages', files: [write('npm/package-lock.json', packageLock(2_000))] },
    { measure: `${many.length} lockfiles in one call`, files: many },
  ]
}
