import { type FileShape, list, repeated } from './file-shape.ts'

/** Returns the dependency of the package with this number. Dependencies form chains of ten packages. */
const next = (index: number): number => (index % 10 === 9 ? index : index + 1)
const hash = 'sha512-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCdEfGhIjKlMnOpQrStUvWxYz0123456789=='

const texts: Readonly<Record<string, { readonly path: string; readonly text: (characters: number) => string }>> = {
  'apk-installed': {
    path: 'lib/apk/db/installed',
    text: (n) => repeated(n, (i) => `C:Q1aa\nP:p${i}\nV:1.0.${i}-r0\nA:x86_64\nF:lib\nR:p.so\n\n`),
  },
  'bun-lock': {
    path: 'bun.lock',
    text: (n) =>
      list(
        n,
        '{"lockfileVersion":1,"workspaces":{"":{"name":"shop","dependencies":{"p0":"^1"}}},"packages":{',
        (i) => `"p${i}":["p${i}@1.0.${i}","",{"dependencies":{"p${next(i)}":"^1"}},"${hash}"]`,
        '}}',
      ),
  },
  'cabal-freeze': {
    path: 'cabal.project.freeze',
    text: (n) => repeated(n, (i) => `             any.p${i} ==1.0.${i},\n`, 'constraints: any.x ==1,\n'),
  },
  'cargo-lock': {
    path: 'Cargo.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\nsource = ` +
          `"registry+https://index.example"\nchecksum = "0123456789abcdef0123456789abcdef"\ndependencies = ` +
          `[\n "p${next(i)}",\n]\n\n`,
        'version = 4\n\n',
      ),
  },
  'cargo-toml': {
    path: 'Cargo.toml',
    text: (n) =>
      repeated(
        n,
        (i) => `p${i} = { version = "=1.0.${i}", features = ["x"] }\n`,
        '[package]\nname = "shop"\nversion = "0.1.0"\n\n[dependencies]\n',
      ),
  },
  'cartfile-resolved': {
    path: 'Cartfile.resolved',
    text: (n) => repeated(n, (i) => `github "shop/p${i}" "v1.0.${i}"\n`),
  },
  'client-configuration': {
    path: '.mcp.json',
    text: (n) => list(n, '{"mcpServers":{', (i) => `"s${i}":{"command":"npx","args":["-y","p${i}@1.0.${i}"]}`, '}}'),
  },
  'composer-json': {
    path: 'composer.json',
    text: (n) => list(n, '{"name":"acme/shop","require":{', (i) => `"acme/p${i}":"1.0.${i}"`, '}}'),
  },
  'composer-lock': {
    path: 'composer.lock',
    text: (n) =>
      list(
        n,
        '{"packages":[',
        (i) => `{"name":"acme/p${i}","version":"v1.0.${i}","require":{"acme/p${next(i)}":"*"}}`,
        '],"packages-dev":[]}',
      ),
  },
  'conan-lock': {
    path: 'conan.lock',
    text: (n) => list(n, '{"version":"0.5","requires":[', (i) => `"p${i}/1.0.${i}#aa%1.0"`, ']}'),
  },
  'conda-environment': {
    path: 'environment.yml',
    text: (n) => repeated(n, (i) => `  - p${i}=1.0.${i}=py38\n`, 'dependencies:\n'),
  },
  'conda-lock': {
    path: 'conda-lock.yml',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `- name: p${i}\n  version: "1.0.${i}"\n  manager: conda\n  dependencies:\n` +
          `    p${next(i)}: ">=1"\n  category: main\n`,
        'version: 1\npackage:\n',
      ),
  },
  'container-launches': {
    path: 'Dockerfile',
    text: (n) => repeated(n, (i) => `RUN npx -y p${i}@1.0.${i}\n`, 'FROM node:24\n'),
  },
  'cpanfile-snapshot': {
    path: 'cpanfile.snapshot',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `  p${i}-1.${i}\n    pathname: P/PP/p${i}-1.${i}.tar.gz\n    provides:\n` +
          `      p${i} 1.${i}\n    requirements:\n      p${next(i)} 0\n`,
        '# carton snapshot format: version 1.0\nDISTRIBUTIONS\n',
      ),
  },
  cyclonedx: {
    path: 'bom.json',
    text: (n) =>
      list(
        n,
        '{"bomFormat":"CycloneDX","components":[',
        (i) =>
          `{"type":"library","bom-ref":"p${i}","name":"p${i}","version":"1.0.${i}","purl":"pkg:npm/p${i}@1.0.${i}"}`,
        ']}',
      ),
  },
  'deno-json': { path: 'deno.json', text: (n) => list(n, '{"imports":{', (i) => `"p${i}":"npm:p${i}@1.0.${i}"`, '}}') },
  'deno-lock': {
    path: 'deno.lock',
    text: (n) =>
      list(
        n,
        '{"version":"5","specifiers":{"npm:p0@1":"1.0.0"},"npm":{',
        (i) => `"p${i}@1.0.${i}":{"integrity":"${hash}","dependencies":["p${next(i)}"]}`,
        '}}',
      ),
  },
  'dist-info': {
    path: 'a-1.0.dist-info/METADATA',
    text: (n) => repeated(n, (i) => `Requires-Dist: p${i}\n`, 'Name: a\nVersion: 1.0\n'),
  },
  'dotnet-deps-json': {
    path: 'shop.deps.json',
    text: (n) =>
      list(
        n,
        '{"libraries":{',
        (i) => `"P${i}/1.0.${i}":{"type":"package","serviceable":true,"sha512":"${hash}"}`,
        '}}',
      ),
  },
  'dpkg-status': {
    path: 'var/lib/dpkg/status',
    text: (n) =>
      repeated(
        n,
        (i) => `Package: p${i}\nStatus: install ok installed\nVersion: 1.0.${i}-1\nDescription: a package\n\n`,
      ),
  },
  gemfile: {
    path: 'Gemfile',
    text: (n) => repeated(n, (i) => `gem 'p${i}', '1.0.${i}', require: false\n`),
  },
  'gemfile-lock': {
    path: 'Gemfile.lock',
    text: (n) =>
      repeated(
        n,
        (i) => `    p${i} (1.0.${i})\n      p${next(i)} (>= 1)\n`,
        'GEM\n  remote: https://gems.example/\n  specs:\n',
        '\nDEPENDENCIES\n  p0\n',
      ),
  },
  gemspec: {
    path: 'shop.gemspec',
    text: (n) =>
      repeated(n, (i) => `  s.add_dependency 'p${i}', '= 1.0.${i}'\n`, 'Gem::Specification.new do |s|\n', 'end\n'),
  },
  'github-actions': {
    path: '.github/workflows/ci.yml',
    text: (n) =>
      repeated(
        n,
        (i) => `      - name: step ${i}\n        uses: acme/p${i}@v1.0.${i}\n        with:\n          a: b\n`,
        'on: push\njobs:\n  build:\n    steps:\n',
      ),
  },
  'go-mod': {
    path: 'go.mod',
    text: (n) =>
      repeated(
        n,
        (i) => `\texample.com/acme/p${i} v1.0.${i} // indirect\n`,
        'module example.com/shop\n\ngo 1.22\n\nrequire (\n',
        ')\n',
      ),
  },
  'gradle-build': {
    path: 'build.gradle',
    text: (n) => repeated(n, (i) => `  implementation 'shop:p${i}:1.0.${i}'\n`, 'dependencies {\n', '}\n'),
  },
  'gradle-catalog': {
    path: 'gradle/libs.versions.toml',
    text: (n) => repeated(n, (i) => `p${i} = { module = "shop:p${i}", version = "1.0.${i}" }\n`, '[libraries]\n'),
  },
  'gradle-lockfile': {
    path: 'gradle.lockfile',
    text: (n) => repeated(n, (i) => `org.acme:p${i}:1.0.${i}=compileClasspath,runtimeClasspath,testRuntimeClasspath\n`),
  },
  'gradle-verification': {
    path: 'gradle/verification-metadata.xml',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `<component group="shop" name="p${i}" version="1.0.${i}"><artifact name="p.jar">` +
          `<sha256 value="0123456789abcdef"/></artifact></component>\n`,
        '<verification-metadata><components>',
        '</components></verification-metadata>',
      ),
  },
  'mix-lock': {
    path: 'mix.lock',
    text: (n) =>
      list(
        n,
        '%{',
        (i) =>
          `\n  "p${i}": {:hex, :p${i}, "1.0.${i}", "aa", [:mix], [{:p${next(i)}, "~> 1.0", [hex: ` +
          `:p${next(i)}, repo: "hexpm", optional: false]}], "hexpm", "bb"}`,
        '\n}\n',
      ),
  },
  'msbuild-project': {
    path: 'shop.csproj',
    text: (n) =>
      repeated(
        n,
        (i) => `    <PackageReference Include="P${i}" Version="1.0.${i}" />\n`,
        '<Project>\n  <ItemGroup>\n',
        '  </ItemGroup>\n</Project>\n',
      ),
  },
  'nuget-packages-config': {
    path: 'packages.config',
    text: (n) =>
      repeated(
        n,
        (i) => `  <package id="P${i}" version="1.0.${i}" targetFramework="net48" />\n`,
        '<packages>\n',
        '</packages>\n',
      ),
  },
  'nuget-packages-lock': {
    path: 'packages.lock.json',
    text: (n) =>
      list(
        n,
        '{"version":1,"dependencies":{"net8.0":{',
        (i) =>
          `"P${i}":{"type":"Direct","resolved":"1.0.${i}","contentHash":"${hash}` +
          `","dependencies":{"P${next(i)}":"1.0.0"}}`,
        '}}}',
      ),
  },
  'nuget-project-assets': {
    path: 'project.assets.json',
    text: (n) =>
      list(
        n,
        '{"version":3,"targets":{"net8.0":{',
        (i) => `"P${i}/1.0.${i}":{"type":"package","dependencies":{"P${next(i)}":"1.0.0"}}`,
        '}},"libraries":{},"project":{"version":"1.0.0"}}',
      ),
  },
  'package-json': {
    path: 'package.json',
    text: (n) =>
      list(n, '{"name":"shop","workspaces":["packages/*"],"dependencies":{', (i) => `"p${i}":"1.0.${i}"`, '}}'),
  },
  'package-lock': {
    path: 'package-lock.json',
    text: (n) =>
      list(
        n,
        '{"name":"shop","lockfileVersion":3,"packages":{"":{"dependencies":{"p0":"^1"}},',
        (i) =>
          `"node_modules/p${i}":{"version":"1.0.${i}","resolved":"https://registry.example/p${i}/-/p${i}` +
          `-1.0.${i}.tgz","integrity":"${hash}","dependencies":{"p${next(i)}":"^1"}}`,
        '}}',
      ),
  },
  'package-resolved': {
    path: 'Package.resolved',
    text: (n) =>
      list(
        n,
        '{"version":2,"pins":[',
        (i) =>
          `` +
          `{"identity":"p${i}","location":"https://git.example/shop/p${i}.git","state":{"revision":"0123456789","version":"1.0.${i}"}}`,
        ']}',
      ),
  },
  'paket-lock': {
    path: 'paket.lock',
    text: (n) =>
      repeated(
        n,
        (i) => `    p${i} (1.0.${i})\n      p${next(i)} (>= 1.0)\n`,
        'NUGET\n  remote: https://nuget.example/v3/index.json\n',
      ),
  },
  'pdm-lock': {
    path: 'pdm.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\ngroups = ["default"]\ndependencies = [\n    ` +
          `"p${next(i)}>=1",\n]\nfiles = [\n    {file = "p${i}.tar.gz", hash = "sha256:aa"},\n]\n\n`,
        '[metadata]\nlock_version = "4.5.0"\n\n',
      ),
  },
  pipfile: { path: 'Pipfile', text: (n) => repeated(n, (i) => `p${i} = "==1.0.${i}"\n`, '[packages]\n') },
  'pipfile-lock': {
    path: 'Pipfile.lock',
    text: (n) =>
      list(
        n,
        '{"_meta":{},"default":{',
        (i) => `"p${i}":{"version":"==1.0.${i}","hashes":["sha256:aa"]}`,
        '},"develop":{}}',
      ),
  },
  'pnpm-lock': {
    path: 'pnpm-lock.yaml',
    text: (n) =>
      `${repeated(
        n / 2,
        (i) => `  p${i}@1.0.${i}:\n    resolution: {integrity: ${hash}}\n`,
        "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      p0:\n        specifier: ^1\n      " +
          '  version: 1.0.0\npackages:\n',
      )}` +
      `${repeated(
        n / 2,
        (i) => `  p${i}@1.0.${i}:\n    dependencies:\n      p${next(i)}: 1.0.${next(i)}\n`,
        'snapshots:\n',
      )}`,
  },
  'podfile-lock': {
    path: 'Podfile.lock',
    text: (n) =>
      repeated(n, (i) => `  - p${i} (1.0.${i}):\n    - p${next(i)} (~> 1.0)\n`, 'PODS:\n', 'DEPENDENCIES:\n  - p0\n'),
  },
  'poetry-lock': {
    path: 'poetry.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\noptional = false\ngroups = ["main"]\nfiles = ` +
          `[\n    {file = "p${i}.whl", hash = "sha256:aa"},\n]\n\n[package.dependencies]\np${next(i)} = ` +
          `">=1"\n\n`,
        '',
        '[metadata]\nlock-version = "2.1"\n',
      ),
  },
  pom: {
    path: 'pom.xml',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `    <dependency>\n      <groupId>org.acme</groupId>\n      <artifactId>p${i}</artifactId>\n      ` +
          `<version>\${v}</version>\n    </dependency>\n`,
        '<project>\n  <groupId>org.acme</groupId><artifactId>shop</artifactId><version>1.0</version>\n  ' +
          '<properties><v>1.0</v></properties>\n  <dependencies>\n',
        '  </dependencies>\n</project>\n',
      ),
  },
  pubspec: {
    path: 'pubspec.yaml',
    text: (n) => repeated(n, (i) => `  p${i}: 1.0.${i}\n`, 'name: shop\ndependencies:\n'),
  },
  'pubspec-lock': {
    path: 'pubspec.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `  p${i}:\n    dependency: transitive\n    description:\n      name: p${i}\n      sha256: aa\n    ` +
          `  url: "https://pub.example"\n    source: hosted\n    version: "1.0.${i}"\n`,
        'packages:\n',
        'sdks:\n  dart: ">=3.0.0 <4.0.0"\n',
      ),
  },
  pylock: {
    path: 'pylock.toml',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `[[packages]]\nname = "p${i}"\nversion = "1.0.${i}"\ndependencies = [{name = ` +
          `"p${next(i)}"}]\n\n[[packages.wheels]]\nname = "p${i}.whl"\nhashes = {sha256 = "aa"}\n\n`,
        'lock-version = "1.0"\n\n',
      ),
  },
  pyproject: {
    path: 'pyproject.toml',
    text: (n) =>
      repeated(
        n,
        (i) => `    "p${i}==1.0.${i}; python_version > '3.9'",\n`,
        '[project]\nname = "shop"\ndependencies = [\n',
        ']\n',
      ),
  },
  'rebar-lock': {
    path: 'rebar.lock',
    text: (n) => repeated(n, (i) => `{<<"p${i}">>,{pkg,<<"p${i}">>,<<"1.0.${i}">>},0},\n`, '{"1.2.0",\n['),
  },
  'renv-lock': {
    path: 'renv.lock',
    text: (n) =>
      list(
        n,
        '{"Packages":{',
        (i) => `"p${i}":{"Package":"p${i}","Version":"1.0.${i}","Source":"Repository","Repository":"CRAN"}`,
        '}}',
      ),
  },
  requirements: {
    path: 'requirements.txt',
    text: (n) => repeated(n, (i) => `p${i}==1.0.${i} \\\n    --hash=sha256:aa\n    # via p${Math.max(i - 1, 0)}\n`),
  },
  'script-lock': {
    path: 'tool.py.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\nsource = { registry = ` +
          `"https://pypi.example/simple" }\ndependencies = [\n    { name = "p${next(i)}" },\n]\n\n`,
        'version = 1\nrequires-python = ">=3.12"\n\n[manifest]\nrequirements = [{ name = "p0" }]\n\n',
      ),
  },
  'script-metadata': {
    path: 'tool.py',
    text: (n) =>
      repeated(
        n,
        (i) => `#   "p${i}==1.0.${i}",\n`,
        '# /// script\n# requires-python = ">=3.12"\n# dependencies = [\n',
        '# ]\n# ///\nimport sys\n',
      ),
  },
  'server-manifest': {
    path: 'server.json',
    text: (n) =>
      list(
        n,
        '{"$schema":"https://static.modelcontextprotocol.io/server.schema.json","packages":[',
        (i) => `{"registryType":"npm","identifier":"p${i}","version":"1.0.${i}"}`,
        ']}',
      ),
  },
  'setup-cfg': {
    path: 'setup.cfg',
    text: (n) => repeated(n, (i) => `    p${i}==1.0.${i}\n`, '[options]\ninstall_requires =\n'),
  },
  spdx: {
    path: 'shop.spdx',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `PackageName: p${i}\nSPDXID: SPDXRef-p${i}\nPackageVersion: 1.0.${i}\n` +
          `ExternalRef: PACKAGE-MANAGER purl pkg:npm/p${i}@1.0.${i}\n`,
        'SPDXVersion: SPDX-2.3\n',
      ),
  },
  'stack-lock': {
    path: 'stack.yaml.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `- completed:\n    hackage: p${i}-1.0.${i}@sha256:0123456789abcdef,123\n` +
          `  original:\n    hackage: p${i}-1.0.${i}\n`,
        'packages:\n',
      ),
  },
  'uv-lock': {
    path: 'uv.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\nsource = { registry = ` +
          `"https://pypi.example/simple" }\ndependencies = [\n    { name = "p${next(i)}" },\n]\nwheels = ` +
          `[\n    { url = "https://files.example/p${i}.whl", hash = "sha256:aa", size = 1 },\n]\n\n`,
        'version = 1\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\nsource = { virtual = "." ' +
          '}\ndependencies = [{ name = "p0" }]\n\n',
      ),
  },
  'vcpkg-json': {
    path: 'vcpkg.json',
    text: (n) => list(n, '{"name":"shop","overrides":[', (i) => `{"name":"p${i}","version":"1.0.${i}"}`, ']}'),
  },
  'yarn-lock': {
    path: 'yarn.lock',
    text: (n) =>
      repeated(
        n,
        (i) =>
          `p${i}@^1.0.0:\n  version "1.0.${i}"\n  resolved ` +
          `"https://registry.example/p${i}/-/p${i}-1.0.${i}.tgz#0123"\n  dependencies:\n    p${next(i)} ` +
          `"^1.0.0"\n\n`,
        '# yarn lockfile v1\n\n',
      ),
  },
}

/** A typical file for each reader: many packages in chains. */
export const ordinaryFiles: readonly FileShape[] = Object.entries(texts).map(([reader, { path, text }]) => ({
  reader,
  shape: 'many packages',
  isHostile: false,
  files: (characters) => ({ [path]: text(characters) }),
}))
