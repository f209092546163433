import { type FileShape, list, repeated } from './file-shape.ts'
import { hostileSyntax } from './hostile-syntax.ts'

/** Returns a unique name with at least two characters. */
const key = (index: number): string => `k${index.toString(36)}`
const many = (count: number, text: (index: number) => string, separator = ''): string =>
  Array.from({ length: count }, (_unused, index) => text(index)).join(separator)

/** Nested objects as in version 1 of package-lock.json. */
const nested = (depth: number, own: string, deepest: string): string =>
  `${`{"a":{${own}"dependencies":`.repeat(depth)}${deepest}${'}}'.repeat(depth)}`

/** Entries of a package, or a package that depends on a version of it that no entry satisfies. */
const unanswered = (index: number): string =>
  index < 60
    ? `x@${index}:\n  version "1.0.${index}"\n\n`
    : `${key(index)}@1:\n  version "1.0.0"\n  dependencies:\n    x "9"\n\n`

/** Tables with the same name and version, the last one with many dependencies. */
const sameEntries = (
  characters: number,
  start: string,
  entry: string,
  last: string,
  dependency: (index: number) => string,
  end: string,
): string => repeated(characters / 2, () => `${entry}\n`, start) + list(characters / 2, last, dependency, end)

const shapes: Readonly<
  Record<string, Readonly<Record<string, (characters: number) => Readonly<Record<string, string>>>>>
> = {
  'bun-lock': {
    'keys with 500 levels': (n) => ({
      'bun.lock': list(
        n,
        '{"packages":{',
        (i) =>
          `"${'a/'.repeat(500 - key(i).length / 2)}${key(i)}` +
          `":["x@1.0.0","",{"dependencies":{${many(100, (j) => `"${key(j)}":"1"`, ',')}}},""]`,
        '}}',
      ),
    }),
    'top-level names': (n) => ({
      'bun.lock':
        `{"packages":{"${'a/'.repeat(500)}` +
        `a":["x@1.0.0","",${list(n / 2, '{"dependencies":{', (i) => `"${key(i)}":"1"`, '}},""]')}` +
        `,${list(n / 2, '', (i) => `"${key(i)}":["${key(i)}@1.0.0"]`, '}}')}`,
    }),
  },
  'cabal-freeze': {
    constraints: (n) => ({ 'cabal.project.freeze': repeated(n, () => 'any.a ==1 ') }),
  },
  'conda-environment': {
    'pip items': (n) => ({ 'environment.yml': repeated(n, () => '      - a[\n', 'dependencies:\n  - pip:\n') }),
  },
  'conda-lock': {
    'aliases of one entry': (n) => ({
      'conda-lock.yml': repeated(
        n,
        () => '- *a\n',
        'x: &a {name: a, version: "1", dependencies: {b: "1"}}\npackage:\n',
      ),
    }),
  },
  'cpanfile-snapshot': {
    'one module from all': (n) => ({
      'cpanfile.snapshot': repeated(
        n,
        (i) => `  ${key(i)}-1\n    provides:\n      A 1\n    requirements:\n      A 1\n`,
        'DISTRIBUTIONS\n',
      ),
    }),
  },
  cyclonedx: {
    'components in components': (n) => ({
      'bom.json':
        `{"bomFormat":"CycloneDX","components":[${'{"name":"a","components":['.repeat(n / 30)}` +
        `${']}'.repeat(n / 30)}]}`,
    }),
    'one identifier': (n) => ({
      'bom.json': list(
        n,
        '{"bomFormat":"CycloneDX","components":[',
        () => '{"bom-ref":"a","name":"a","version":"1"}',
        ']}',
      ),
    }),
    'long package URLs': (n) => ({
      'bom.json': list(
        n,
        '{"bomFormat":"CycloneDX","components":[',
        () => `{"name":"a","purl":"pkg:npm/${'%40/'.repeat(200)}"}`,
        ']}',
      ),
    }),
  },
  gemfile: {
    'open blocks': (n) => ({ Gemfile: repeated(n, () => 'group :a do\n') }),
    'gems in open blocks': (n) => ({
      Gemfile: repeated(n / 2, (i) => `group :${key(i)} do\n`) + repeated(n / 2, (i) => `gem '${key(i)}'\n`),
    }),
    quotes: (n) => ({ Gemfile: `gem ${"'a',".repeat(n / 4)}` }),
  },
  gemspec: {
    brackets: (n) => ({ 'a.gemspec': `Gem::Specification\ns.add_dependency ${'['.repeat(n)}` }),
  },
  'podfile-lock': {
    'dependencies of one pod': (n) => ({ 'Podfile.lock': repeated(n, () => '    - a\n', 'PODS:\n  - a (1):\n') }),
  },
  'rebar-lock': {
    spaces: (n) => ({ 'rebar.lock': repeated(n, () => '{          ') }),
    'cut entries': (n) => ({ 'rebar.lock': repeated(n, () => '{<<"a">>,{pkg,<<"a">>,') }),
  },
  spdx: {
    'dependencies of one package': (n) => ({
      'shop.spdx': repeated(
        n,
        (i) => `Relationship: a DEPENDS_ON ${key(i)}\n`,
        'SPDXVersion: 2\nPackageName: a\nSPDXID: a\n',
      ),
    }),
  },
  'stack-lock': {
    names: (n) => ({ 'stack.yaml.lock': repeated(n, () => `hackage: ${'a-1-'.repeat(40)}\n`) }),
  },
  'cargo-lock': {
    'one package many times': (n) => ({
      'Cargo.lock': sameEntries(
        n,
        '',
        '[[package]]\nname="a"\nversion="1.0.0"\nsource="r"',
        '[[package]]\nname="a"\nversion="1.0.0"\nsource="r"\ndependencies=[',
        (i) => (i < 8 ? '"a"' : `"${key(i)}"`),
        ']\n',
      ),
    }),
    'one member many times': (n) => ({
      'Cargo.lock': sameEntries(
        n,
        '',
        '[[package]]\nname="a"\nversion="1.0.0"',
        '[[package]]\nname="a"\nversion="1.0.0"\ndependencies=[',
        () => '"a"',
        ']\n',
      ),
    }),
  },
  'cargo-toml': {
    'many targets': (n) => ({ 'Cargo.toml': repeated(n, (i) => `[target.${key(i)}.dependencies]\na="1"\n`) }),
  },
  'client-configuration': {
    'one server of many arguments': (n) => ({
      '.mcp.json': list(n, '{"mcpServers":{"a":{"command":"npx","args":[', () => '"-p","a@1"', ']}}}'),
    }),
    'runners within runners': (n) => ({
      '.mcp.json': list(n, '{"mcpServers":{"a":{"command":"npx","args":[', () => '"npx"', ']}}}'),
    }),
    'commands with many arguments': (n) => ({
      '.mcp.json': `{"mcpServers":{"a":{"command":"sh","args":["-c","${'npx a; '.repeat(n / 7)}"]}}}`,
    }),
    'a folder of a long name': (n) => ({ '.mcp.json': `{"mcpServers":{"a":{"command":"${'a'.repeat(n)}/"}}}` }),
    'a name of many aliases': (n) => ({
      '.mcp.json': `{"mcpServers":{"a":{"command":"npx","args":["${'a@npm:'.repeat(n / 6)}"]}}}`,
    }),
    'one server with many arguments': (n) => ({
      '.mcp.json': list(n, '{"mcpServers":{"a":{"command":"npx","args":[', () => '"-p","a"', ']}}}'),
    }),
    'servers of many packages': (n) => ({
      '.mcp.json': list(
        n,
        '{"mcpServers":{',
        (i) => `"${key(i)}":{"command":"uvx","args":["--with","${'a,'.repeat(100)}b","c"]}`,
        '}}',
      ),
    }),
  },
  'composer-lock': {
    'one package many times': (n) => ({
      'composer.lock': list(n, '{"packages":[', () => '{"name":"a/b","version":"1.0.0","require":{"a/b":""}}', ']}'),
    }),
  },
  'deno-lock': {
    'hosts of many letters': (n) => ({ 'deno.lock': `{"version":"5","remote":{"https://${'ä'.repeat(n)}/":""}}` }),
    'modules of many hosts': (n) => ({
      'deno.lock': list(n, '{"version":"5","remote":{', (i) => `"https://${key(i)}/":""`, '}}'),
    }),
  },
  'gemfile-lock': {
    'one gem repeated': (n) => ({
      'Gemfile.lock': repeated(n, (i) => (i % 2 === 0 ? '    a (1)\n' : `      ${key(i)}\n`), 'GEM\n  specs:\n'),
    }),
  },
  'github-actions': {
    'one list for many jobs': (n) => ({
      '.github/workflows/ci.yml':
        repeated(n / 2, (i) => `  - uses: a/${key(i)}@v1\n`, 'x: &x\n') +
        repeated(n / 2, (i) => `  ${key(i)}: {steps: *x}\n`, 'jobs:\n'),
    }),
    'aliases as keys': (n) => ({
      '.github/workflows/ci.yml':
        list(n / 2, 'x: &x [', () => 'a', ']\n') + repeated(n / 2, () => '- {*x : 1}\n', 'y:\n'),
    }),
  },
  'go-mod': {
    replacements: (n) => ({ 'go.mod': repeated(n, (i) => `replace ${key(i)} => a v1.0.0\n`, 'module a\n') }),
    'a long go.sum': (n) => ({
      'go.mod': 'module a\ngo 1.16\n',
      'go.sum': repeated(n, (i) => `${key(i)} v1.0.0 h1:\n`),
    }),
  },
  'gradle-build': {
    'nested blocks': (n) => ({ 'build.gradle': 'a{'.repeat(n / 2) }),
    'nested closures in arguments': (n) => ({ 'build.gradle': 'a({'.repeat(n / 3) }),
    'one long statement': (n) => ({ 'build.gradle': `dependencies { implementation(${'a,'.repeat(n / 2)}` }),
    'many opened strings': (n) => ({ 'build.gradle': repeated(n, () => `implementation 'a:b\n`, 'dependencies {\n') }),
    'many variables': (n) => ({
      'build.gradle':
        repeated(n / 2, (i) => `def ${key(i)} = 'a:b:1'\n`) +
        repeated(n / 2, (i) => `dependencies { api ${key(i)} }\n`),
    }),
  },
  'gradle-lockfile': {
    'many configurations of one package': (n) => ({ 'gradle.lockfile': repeated(n, (i) => `a:b:1=${key(i)}\n`) }),
  },
  'mix-lock': {
    'nested lists': (n) => ({
      'mix.lock': repeated(n, (i) => `"${key(i)}": ${'['.repeat(28)}${']'.repeat(28)},`, '%{', '}'),
    }),
  },
  'msbuild-project': {
    'large properties': (n) => ({
      'a.csproj':
        `<Project><PropertyGroup><a>${'x'.repeat(n / 2)}` +
        `</a></PropertyGroup>${repeated(
          n / 2,
          (i) => `<PackageReference Include="${key(i)}" Version="${'$(a)'.repeat(200)}"/>`,
        )}` +
        '</Project>',
    }),
    'properties that refer to properties': (n) => ({
      'a.csproj':
        `<Project><PropertyGroup>${many(15, (i) => `<p${i}>${`$(p${i + 1})`.repeat(2)}</p${i}>`)}` +
        `<p15>x</p15></PropertyGroup>${repeated(
          n,
          (i) => `<PackageReference Include="${key(i)}" Version="$(p${i % 6})${i}"/>`,
        )}` +
        '</Project>',
    }),
  },
  'nuget-packages-lock': {
    'many frameworks': (n) => ({
      'packages.lock.json': list(
        n,
        '{"dependencies":{',
        (i) => `"${key(i)}":{"A":{"resolved":"1","dependencies":{"A":""}}}`,
        '}}',
      ),
    }),
  },
  'nuget-project-assets': {
    'many targets': (n) => ({
      'project.assets.json': list(
        n,
        '{"targets":{',
        (i) => `"${key(i)}":{"A/1":{"type":"package","dependencies":{"A":""}}}`,
        '}}',
      ),
    }),
  },
  'package-json': {
    'patterns of many folders': (n) => ({
      'package.json': JSON.stringify({ workspaces: ['**/'.repeat(n / 3)] }),
      ...Object.fromEntries(
        Array.from({ length: 3 }, (_unused, index) => [`${'a/'.repeat(100)}${index}/package.json`, '{}']),
      ),
    }),
    'patterns with many alternatives': (n) => ({
      'package.json': JSON.stringify({
        workspaces: Array.from({ length: 50 }, () => `{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}${'*'.repeat(n / 50)}`),
      }),
      'ab/package.json': '{}',
    }),
    'addresses of many marks': (n) => ({
      'package.json': JSON.stringify({ dependencies: { a: `${'#'.repeat(n)}\n`, b: `http://x/${'+'.repeat(100)}` } }),
    }),
  },
  'package-lock': {
    'version 1, nested': (n) => ({
      'package-lock.json':
        `{"dependencies":${list(n, '{', (i) => `"${key(i)}":{"dependencies":${nested(60, '', '{}')}}`, '}')}` + '}',
    }),
    'version 1, empty entries': (n) => ({
      'package-lock.json': list(n, '{"dependencies":{', (i) => `"${key(i)}":{}`, '}}'),
    }),
    'version 3, empty projects': (n) => ({
      'package-lock.json': list(n, '{"packages":{', (i) => `"${key(i)}":{}`, '}}'),
    }),
    'version 1, many names in depth': (n) => ({
      'package-lock.json': `{"dependencies":${nested(
        190,
        '',
        list(n, '{', (i) => `"${key(i)}":{"version":"1.0.0","requires":{"${key(i + 1)}":"","zz":""}}`, '}'),
      )}}`,
    }),
    'version 1, requests in depth': (n) => ({
      'package-lock.json':
        `{"dependencies":${nested(
          60,
          '',
          `{"b":{"version":"1.0.0","requires":${list(n, '{', (i) => `"${key(i)}":""`, '}')}}}`,
        )}` + '}',
    }),
    'version 3, requests in depth': (n) => ({
      'package-lock.json': list(
        n,
        '{"packages":{',
        (i) =>
          `"${'a/'.repeat(500 - key(i).length / 2)}${key(i)}` +
          `":{"dependencies":{${many(100, (j) => `"${key(j)}":""`, ',')}}}`,
        '}}',
      ),
    }),
    'version 3, places in places': (n) => ({
      'package-lock.json': list(
        n,
        '{"packages":{',
        (i) =>
          `"${'node_modules/a/'.repeat(60)}node_modules/${key(i)}` +
          `":{"version":"1.0.0","dependencies":{${many(60, (j) => `"${key(j)}":""`, ',')}}}`,
        '}}',
      ),
    }),
    'folders beside it': (n) => ({
      'package-lock.json': list(n / 2, '{"dependencies":{', (i) => `"${key(i)}":{"version":"file:x"}`, '}}'),
      'x/package.json': JSON.stringify({ a: 'x'.repeat(n / 2) }),
    }),
  },
  'pdm-lock': {
    'one package many times': (n) => ({
      'pdm.lock': sameEntries(
        n,
        '',
        '[[package]]\nname="a"\nversion="1"',
        '[[package]]\nname="a"\nversion="1"\ndependencies=[',
        (i) => `"b${i % 8}==${i}"`,
        ']\n[[package]]\nname="b0"\nversion="1"\n',
      ),
    }),
  },
  'pipfile-lock': {
    'many sections': (n) => ({ 'Pipfile.lock': list(n, '{"_meta":{},', (i) => `"${key(i)}":{"a":{}}`, '}') }),
  },
  'pnpm-lock': {
    'many documents': (n) => ({
      'pnpm-lock.yaml': repeated(n / 2, () => '---\nlockfileVersion: 1\n'),
      'package.json': JSON.stringify({ a: 'x'.repeat(n / 2) }),
    }),
    'addresses of many marks': (n) => ({
      'pnpm-lock.yaml': `lockfileVersion: 9\npackages:\n  a@1.0.0:\n    resolution: {tarball: "${'#'.repeat(n)}\\n"}\n`,
    }),
  },
  'poetry-lock': {
    'groups beside many packages': (n) => ({
      'poetry.lock': repeated(n / 2, (i) => `[[package]]\nname="${key(i)}"\nversion="1"\n`),
      'pyproject.toml': repeated(Math.min(n / 2, 500_000), (i) => `${key(i)}=["a"]\n`, '[dependency-groups]\n'),
    }),
    'one package many times': (n) => ({
      'poetry.lock': sameEntries(
        n,
        '',
        '[[package]]\nname="a"\nversion="1"',
        '[[package]]\nname="a"\nversion="1"\n[package.dependencies]\nx={x=""',
        (i) => `y${i}=""`,
        '}\n',
      )
        .replace('x={x=""', '')
        .replaceAll(/,?(y\d+="")/g, '\n$1')
        .replace(/\}\n$/, '\n'),
    }),
  },
  pom: {
    'large properties': (n) => ({
      'pom.xml':
        `<project><properties><a>${'x'.repeat(n / 2)}` +
        `</a></properties><dependencies>${repeated(
          n / 2,
          (i) =>
            `<dependency><groupId>g</groupId><artifactId>${key(i)}` +
            `</artifactId><version>${'${a}'.repeat(200)}</version></dependency>`,
        )}` +
        '</dependencies></project>',
    }),
    'properties that refer to properties': (n) => ({
      'pom.xml':
        `<project><properties>${many(15, (i) => `<p${i}>${`\${p${i + 1}}`.repeat(2)}</p${i}>`)}` +
        `<p15>x</p15></properties><dependencies>${repeated(
          n,
          (i) =>
            `<dependency><groupId>g</groupId><artifactId>${key(i)}</artifactId><version>\${p${i % 6}}${i}` +
            '</version></dependency>',
        )}` +
        '</dependencies></project>',
    }),
  },
  requirements: {
    'versions of one package with their dependents': (n) => ({
      'requirements.txt': repeated(n / 2, (i) => `a==${i}\n`) + repeated(n / 2, (i) => `${key(i)}==1\n# via a\n`),
    }),
    'open brackets': (n) => ({ 'requirements.txt': `-e ${'['.repeat(n)}` }),
    'one file included many times': (n) => ({
      'requirements.txt': repeated(n / 2, (i) => `-r ${'./'.repeat(i % 50)}a.txt\n`),
      'a.txt': repeated(n / 2, (i) => `${key(i)}\n`),
    }),
  },
  'script-lock': {
    'one package many times': (n) => ({
      'tool.py.lock': sameEntries(
        n,
        'version=1\n[manifest]\nrequirements=[{name="a"}]\n',
        '[[package]]\nname="a"\nversion="1"',
        '[[package]]\nname="a"\nversion="1"\ndependencies=[',
        (i) => (i < 8 ? '{name="a"}' : '{name="b"}'),
        ']\n[[package]]\nname="b"\nversion="1"\n',
      ),
    }),
  },
  'script-metadata': {
    'openings without an end': (n) => ({ 'tool.py': repeated(n, () => '# /// script\n') }),
    'one start tag and many end tags': (n) => ({ 'tool.py': repeated(n, () => '# ///\n', '# /// script\n') }),
    'blocks of another type': (n) => ({ 'tool.py': repeated(n, (i) => `# /// ${key(i)}\n# a\n# ///\n\n`) }),
    'a requirement with many extras': (n) => ({
      'tool.py': `# /// script\n# dependencies = ["a[${'b,'.repeat(n / 2)}b]==1"]\n# ///\n`,
    }),
    'dotted keys': (n) => ({
      'tool.py': repeated(n, (i) => `# ${key(i)}.a.a.a.a.a.a.a=1\n`, '# /// script\n', '# ///\n'),
    }),
    'many blocks': (n) => ({ 'tool.py': repeated(n, () => '# /// script\n# a=1\n# ///\n\n') }),
    'many sources': (n) => ({
      'tool.py':
        `# /// script\n# ` +
        `dependencies=[${repeated(n / 2, () => '"a",')}` +
        `]\n${repeated(n / 2, (i) => `# tool.uv.sources.${key(i)}.git="a"\n`)}# ` +
        `///\n`,
    }),
    'one package with many sources': (n) => ({
      'tool.py':
        `# /// script\n# dependencies=[${repeated(n / 2, () => '"a",')}]\n# ` +
        `tool.uv.sources.a=[${repeated(n / 2, () => '{git="b"},')}]\n# ///\n`,
    }),
    'a lockfile beside it': (n) => ({
      'tool.py': `# /// script\n# dependencies=[${repeated(n / 2, () => '"a",')}]\n# ///\n`,
      'tool.py.lock': repeated(Math.min(n / 2, 500_000), (i) => `[[package]]\nname="a"\nversion="${i}"\n`),
    }),
  },
  'setup-cfg': {
    'marks that look like comments': (n) => ({
      'setup.cfg': `[options]\ninstall_requires =\n  a\u2028${' #'.repeat(n / 2)}\u2028x\n`,
    }),
  },
  'uv-lock': {
    'one root many times': (n) => ({
      'uv.lock': sameEntries(
        n,
        'version=1\n',
        '[[package]]\nname="a"\nversion="1"\nsource={virtual="tests/a"}',
        '[[package]]\nname="a"\nversion="1"\nsource={virtual="tests/a"}\ndependencies=[',
        () => '{name="b"}',
        ']\n[[package]]\nname="b"\nversion="1"\n',
      ),
    }),
    'groups with many dependencies': (n) => ({
      'uv.lock':
        repeated(
          n / 2,
          (i) => `${key(i)}=[{name="b0"}]\n`,
          'version=1\n[[package]]\nname="a"\nsource={virtual="."}\n[package.dev-dependencies]\n',
        ) + repeated(n / 2, (i) => `[[package]]\nname="b${i}"\ndependencies=[{name="b${i + 1}"}]\n`),
    }),
    'one package many times': (n) => ({
      'uv.lock': sameEntries(
        n,
        'version=1\n',
        '[[package]]\nname="a"\nversion="1"',
        '[[package]]\nname="a"\nversion="1"\ndependencies=[',
        (i) => (i < 8 ? '{name="a"}' : `{name="b"}`),
        ']\n[[package]]\nname="b"\nversion="1"\n',
      ),
    }),
  },
  'yarn-lock': {
    'requests that nothing answers': (n) => ({ 'yarn.lock': repeated(n, unanswered, '# yarn lockfile v1\n\n') }),
    'addresses of many marks': (n) => ({
      'yarn.lock': `# yarn lockfile v1\n\na@1:\n  version "1.0.0"\n  resolved "${'#'.repeat(n)}\\n"\n`,
    }),
    'folders beside it': (n) => ({
      'yarn.lock': repeated(n / 2, (i) => `${key(i)}@file:x:\n  version "1.0.0"\n`, '# yarn lockfile v1\n\n'),
      'x/package.json': JSON.stringify({ a: 'x'.repeat(n / 2) }),
    }),
    'members in one folder with many dependencies': (n) => ({
      'yarn.lock': repeated(
        n / 2,
        (i) => `"${key(i)}@workspace:x":\n  resolution: "${key(i)}@workspace:x"\n`,
        '__metadata:\n  version: 8\n\n',
      ),
      'x/package.json': list(Math.min(n / 2, 500_000), '{"dependencies":{', (i) => `"${key(i)}":"1"`, '}}'),
    }),
    'members in one folder': (n) => ({
      'yarn.lock': repeated(
        n / 2,
        (i) => `"${key(i)}@workspace:x":\n  resolution: "${key(i)}@workspace:x"\n`,
        '__metadata:\n  version: 8\n\n',
      ),
      'x/package.json': JSON.stringify({ a: 'x'.repeat(n / 2) }),
    }),
  },
}

/** Files that were crafted to be expensive for their readers. */
export const hostileFiles: readonly FileShape[] = [
  ...Object.entries(shapes).flatMap(([reader, files]) =>
    Object.entries(files).map(([shape, make]) => ({ reader, shape, isHostile: true, files: make })),
  ),
  ...hostileSyntax,
]
