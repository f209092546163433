import { type FileShape, list, repeated } from './file-shape.ts'

type Texts = Readonly<Record<string, (characters: number) => string>>

const key = (index: number): string => `k${index.toString(36)}`

const json: Texts = {
  'empty objects': (n) => list(n, '{"a":[', () => '{}', ']}'),
  'nested lists': (n) => `{"a":${'['.repeat(n / 2)}${']'.repeat(n / 2)}}`,
  'objects in objects': (n) => `${'{"a":'.repeat(n / 6)}1${'}'.repeat(n / 6)}`,
  'many keys': (n) => list(n, '{', (i) => `"${key(i)}":0`, '}'),
}

const toml: Texts = {
  'dotted keys': (n) => repeated(n, (i) => `${key(i)}.a.a.a.a.a.a.a.a.a=1\n`),
  'one key with many dots': (n) => `${'a.'.repeat(n / 2)}a=1\n`,
  'empty tables': (n) => list(n, 'a=[', () => '{}', ']'),
  'empty lists': (n) => list(n, 'a=[', () => '[]', ']'),
  headers: (n) => repeated(n, (i) => `[${key(i)}.a]\n`),
  'lists of tables': (n) => repeated(n, () => '[[a]]\n'),
  'many keys': (n) => repeated(n, (i) => `${key(i)}=1\n`),
  numbers: (n) => list(n, 'a=[', () => '1', ']'),
  'a long string': (n) => `a="""${'\\"'.repeat(n / 2)}"""`,
}

const yaml: Texts = {
  'empty maps': (n) => list(n, 'a: [', () => '{}', ']\n'),
  'empty lists': (n) => list(n, 'a: [', () => '[]', ']\n'),
  'list items': (n) => repeated(n, () => '- a\n', 'a:\n'),
  'many keys': (n) => repeated(n, (i) => `${key(i)}: a\n`),
  anchors: (n) => repeated(n, (i) => `- &${key(i)} a\n`, 'a:\n'),
  aliases: (n) => repeated(n, () => '- *a\n', 'b: &a [x]\na:\n'),
  'aliases as keys': (n) => list(n / 2, 'x: &x [', () => 'a', ']\n') + repeated(n / 2, () => '- {*x : 1}\n', 'y:\n'),
}

const xml: Texts = {
  'empty elements': (n) => repeated(n, () => '<a/>', '<project>', '</project>'),
  attributes: (n) => repeated(n, (i) => ` ${key(i)}=""`, '<project', '/>'),
  comments: (n) => repeated(n, () => '<!---->', '<project>', '</project>'),
  entities: (n) => repeated(n, () => '&lt;', '<project>', '</project>'),
  'open elements': (n) => repeated(n, () => '<a>', '<project>'),
}

const lines: Texts = {
  'empty lines': (n) => '\n'.repeat(n),
  'short lines': (n) => repeated(n, () => 'a\n'),
  spaces: (n) => `${' '.repeat(n)}x`,
  comments: (n) => repeated(n, () => '#\n'),
}

const byFormat: readonly { readonly texts: Texts; readonly readers: Readonly<Record<string, string>> }[] = [
  {
    texts: json,
    readers: {
      'bun-lock': 'bun.lock',
      'client-configuration': '.mcp.json',
      'composer-json': 'composer.json',
      'composer-lock': 'composer.lock',
      cyclonedx: 'bom.json',
      'deno-json': 'deno.json',
      'server-manifest': 'server.json',
      'deno-lock': 'deno.lock',
      'conan-lock': 'conan.lock',
      'package-resolved': 'Package.resolved',
      'renv-lock': 'renv.lock',
      'vcpkg-json': 'vcpkg.json',
      'dotnet-deps-json': 'a.deps.json',
      'nuget-packages-lock': 'packages.lock.json',
      'nuget-project-assets': 'project.assets.json',
      'package-json': 'package.json',
      'package-lock': 'package-lock.json',
      'pipfile-lock': 'Pipfile.lock',
    },
  },
  {
    texts: toml,
    readers: {
      'cargo-lock': 'Cargo.lock',
      'cargo-toml': 'Cargo.toml',
      'gradle-catalog': 'gradle/libs.versions.toml',
      'pdm-lock': 'pdm.lock',
      pipfile: 'Pipfile',
      'poetry-lock': 'poetry.lock',
      pylock: 'pylock.toml',
      pyproject: 'pyproject.toml',
      'script-lock': 'tool.py.lock',
      'uv-lock': 'uv.lock',
    },
  },
  {
    texts: yaml,
    readers: {
      'conda-environment': 'environment.yml',
      'conda-lock': 'conda-lock.yml',
      'github-actions': '.github/workflows/ci.yml',
      'pnpm-lock': 'pnpm-lock.yaml',
      pubspec: 'pubspec.yaml',
      'pubspec-lock': 'pubspec.lock',
    },
  },
  {
    texts: xml,
    readers: {
      'gradle-verification': 'gradle/verification-metadata.xml',
      'msbuild-project': 'a.csproj',
      'nuget-packages-config': 'packages.config',
      pom: 'pom.xml',
    },
  },
  {
    texts: lines,
    readers: {
      'cabal-freeze': 'cabal.project.freeze',
      'cartfile-resolved': 'Cartfile.resolved',
      'cpanfile-snapshot': 'cpanfile.snapshot',
      gemfile: 'Gemfile',
      gemspec: 'shop.gemspec',
      'paket-lock': 'paket.lock',
      'podfile-lock': 'Podfile.lock',
      'rebar-lock': 'rebar.lock',
      'stack-lock': 'stack.yaml.lock',
      'gemfile-lock': 'Gemfile.lock',
      'apk-installed': 'lib/apk/db/installed',
      'container-launches': 'Dockerfile',
      'dist-info': 'a-1.0.dist-info/METADATA',
      'dpkg-status': 'var/lib/dpkg/status',
      spdx: 'shop.spdx',
      'go-mod': 'go.mod',
      'gradle-lockfile': 'gradle.lockfile',
      'mix-lock': 'mix.lock',
      requirements: 'requirements.txt',
      'script-metadata': 'tool.py',
      'setup-cfg': 'setup.cfg',
      'yarn-lock': 'yarn.lock',
    },
  },
]

/** Files that were crafted to be expensive for the parser of their format, for each reader of the format. */
export const hostileSyntax: readonly FileShape[] = byFormat.flatMap(({ texts, readers }) =>
  Object.entries(readers).flatMap(([reader, path]) =>
    Object.entries(texts).map(([shape, text]) => ({
      reader,
      shape,
      isHostile: true,
      files: (characters: number) => ({ [path]: text(characters) }),
    })),
  ),
)
