/** A small file for each format, by the ID of its reader. */
export const samples: Readonly<Record<string, { readonly path: string; readonly text: string }>> = {
  'apk-installed': {
    path: 'lib/apk/db/installed',
    text: 'C:Q1aa\nP:a\nV:1.0-r0\nA:x86_64\nF:lib\nR:a.so\n\nC:Q1bb\nP:web\nV:2.0_p1-r3\n\n',
  },
  'bun-lock': {
    path: 'bun.lock',
    text:
      '{"lockfileVersion":1,"workspaces":{"":{"name":"shop","dependencies":{"a":"^1"}},"web":{"name":"web"}},' +
      '"packages":{"a":["a@1.0.0","",{"dependencies":{"b":"1"}},"sha512-AA=="],"a/b":["b@1.0.0","",{},' +
      '"sha512-AA=="],"web":["web@workspace:web"],},}',
  },
  'cabal-freeze': {
    path: 'cabal.project.freeze',
    text:
      'active-repositories: hackage.haskell.org:merge\nconstraints: any.a ==1.0,\n             any.we' +
      'b ==2.0.1,\n             web +flag\nindex-state: hackage.haskell.org 2024-01-01T00:00:00Z\n',
  },
  'cargo-lock': {
    path: 'Cargo.lock',
    text:
      'version = 4\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\ndependencies = [\n "a ' +
      '1.0.0",\n]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = ' +
      '"registry+https://example.com/index"\nchecksum = "aa"\n',
  },
  'cargo-toml': {
    path: 'Cargo.toml',
    text:
      '[package]\nname = "shop"\nversion = "0.1.0"\n\n[dependencies]\na = "=1.0.0"\nb = { version = "1", ' +
      'features = ["x"] }\n\n[workspace]\nmembers = ["web", "crates/*"]\n',
  },
  'cartfile-resolved': {
    path: 'Cartfile.resolved',
    text:
      'github "shop/a" "v1.0.0"\ngit "https://git.example/b.git" "01234567890123456789012345678901234' +
      '56789"\nbinary "https://files.example/web.json" "2.0"\n',
  },
  'client-configuration': {
    path: '.mcp.json',
    text:
      '{"mcpServers":{"a":{"command":"npx","args":["-y","a@1.0.0"]},"b":{"command":"uvx","args":["--from",' +
      '"b==1.0.0","shop"]},"web":{"command":"cmd","args":["/c","npx ' +
      '--package=web@latest web"]}}}',
  },
  'composer-json': {
    path: 'composer.json',
    text: '{"name":"acme/shop","require":{"php":">=8","a/b":"1.0.0"},"require-dev":{"c/d":"^1"}}',
  },
  'composer-lock': {
    path: 'composer.lock',
    text:
      '{"packages":[{"name":"a/b","version":"v1.0.0","require":{"c/d":"*"}}],"packages-dev":[{"name":"c/d",' +
      '"version":"1.0.0"}]}',
  },
  'conan-lock': {
    path: 'conan.lock',
    text:
      '{"version":"0.5","requires":["a/1.0#aa%1.0","b/2.0@shop/web#bb"],"build_requires":["web/3.0"],' +
      '"python_requires":[]}',
  },
  'conda-environment': {
    path: 'environment.yml',
    text:
      'name: shop\nchannels:\n  - web\ndependencies:\n  - a=1.0=py38\n  - conda-forge::b>=2\n  - pip\n' +
      '  - pip:\n      - web==1.0\n      - -r other.txt\n',
  },
  'conda-lock': {
    path: 'conda-lock.yml',
    text:
      'version: 1\nmetadata:\n  content_hash: {}\npackage:\n- name: a\n  version: "1.0"\n  manager: c' +
      'onda\n  platform: linux-64\n  dependencies:\n    b: ">=1"\n  category: main\n- name: b\n  vers' +
      'ion: "2.0"\n  manager: pip\n  platform: linux-64\n  dependencies: {}\n  category: dev\n',
  },
  'container-launches': {
    path: 'Dockerfile',
    text: 'FROM node:24\nRUN npm ci\nCMD ["npx", "-y", "a@1.0.0"]\n',
  },
  'cpanfile-snapshot': {
    path: 'cpanfile.snapshot',
    text:
      '# carton snapshot format: version 1.0\nDISTRIBUTIONS\n  a-1.0\n    pathname: A/AA/AAA/a-1.0.ta' +
      'r.gz\n    provides:\n      a 1.0\n    requirements:\n      b 0\n  b-v2.0.1\n    pathname: B/BB' +
      '/BBB/b-v2.0.1.tar.gz\n    provides:\n      b v2.0.1\n    requirements:\n      perl 5.008\n',
  },
  cyclonedx: {
    path: 'bom.json',
    text:
      '{"bomFormat":"CycloneDX","specVersion":"1.5","metadata":{"component":{"bom-ref":"shop","name":' +
      '"shop","version":"1.0"}},"components":[{"type":"library","bom-ref":"a","name":"a","version":"1' +
      '.0","purl":"pkg:npm/%40s/a@1.0.0","components":[{"type":"library","name":"b","group":"web","ve' +
      'rsion":"2.0"}]},{"type":"file","name":"c"},{"type":"library","bom-ref":"d","name":"d","scope":' +
      '"excluded","purl":"pkg:pypi/d"}],"dependencies":[{"ref":"shop","dependsOn":["a"]},{"ref":"a","' +
      'dependsOn":["d"]}]}',
  },
  'deno-json': {
    path: 'deno.json',
    text: '{"name":"@acme/shop","imports":{"a":"npm:a@1.0.0","b":"jsr:@std/b@^1"},"workspace":["web"]}',
  },
  'deno-lock': {
    path: 'deno.lock',
    text:
      '{"version":"5","specifiers":{"npm:a@1":"1.0.0"},"npm":{"a@1.0.0":{"integrity":"sha512-AA==",' +
      '"dependencies":["b"]},"b@1.0.0":{}},"remote":{"https://deno.example/x.ts":"aa"}}',
  },
  'dist-info': {
    path: 'lib/site-packages/a-1.0.dist-info/METADATA',
    text: 'Metadata-Version: 2.1\nName: a\nVersion: 1.0\nRequires-Dist: web\n\nName: other\n',
  },
  'dotnet-deps-json': {
    path: 'shop.deps.json',
    text:
      '{"runtimeTarget":{"name":".NETCoreApp,Version=v8.0"},"targets":{".NETCoreApp,Version=v8.0":{"shop/' +
      '1.0.0":{"dependencies":{"A":"1.0.0"}},"A/1.0.0":{}}},"libraries":{"shop/1.0.0":{"type":"project"},"A/' +
      '1.0.0":{"type":"package"}}}',
  },
  'dpkg-status': {
    path: 'var/lib/dpkg/status',
    text:
      'Package: a\nStatus: install ok installed\nVersion: 1:1.0-2\nDescription: web\n of a shop\n\nPa' +
      'ckage: gone\nStatus: deinstall ok config-files\nVersion: 1.0\n\nPackage: b\nStatus: install ok' +
      ' installed\n',
  },
  gemfile: {
    path: 'Gemfile',
    text:
      "source 'https://gems.example'\ngem 'a', '1.0'\ngem \"b\", \"~> 2.0\", require: false\ngroup " +
      ":test do\n  gem 'web', '= 3.0' # a comment\nend\ngem name, '1'\n",
  },
  'gemfile-lock': {
    path: 'Gemfile.lock',
    text:
      'GEM\n  remote: https://gems.example/\n  specs:\n    a (1.0.0)\n      b (>= 1)\n    b ' +
      '(1.1.0-x86_64-linux)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  a (~> 1.0)\n\nBUNDLED WITH\n   2.4.0\n',
  },
  gemspec: {
    path: 'shop.gemspec',
    text:
      "Gem::Specification.new do |s|\n  s.name = 'shop'\n  s.version = '1.0'\n  s.add_dependency " +
      '\'a\', \'= 1.0\'\n  s.add_development_dependency(%q<b>.freeze, ["~> 2.0", ">= 2.0.1"])\nend\n',
  },
  'github-actions': {
    path: '.github/workflows/ci.yml',
    text:
      'on: push\njobs:\n  build:\n    runs-on: ubuntu\n    steps:\n      - uses: actions/checkout@v4.1.0\n    ' +
      '  - uses: "a/b/c@main"\n  call:\n    uses: a/b/.github/workflows/x.yml@v1\n',
  },
  'go-mod': {
    path: 'go.mod',
    text:
      'module example.com/shop\n\ngo 1.22\n\nrequire (\n\tgithub.com/a/b v1.0.0\n\tgithub.com/c/d v1.2.3 // ' +
      'indirect\n)\n\nreplace github.com/a/b => ../b\n',
  },
  'gradle-build': {
    path: 'build.gradle',
    text:
      "plugins { id 'java' }\n\ndependencies {\n  implementation 'shop:a:1.0'\n" +
      '  testImplementation("shop:t:2.0") {\n' +
      "    exclude group: 'shop'\n  }\n  implementation('shop:b')\n  runtimeOnly 'shop:c:1.+'\n" +
      '  api deps.d\n}\n',
  },
  'gradle-catalog': {
    path: 'gradle/libs.versions.toml',
    text:
      '[versions]\nweb = "1.0"\n\n[libraries]\na = "shop:a:1.0"\nb = { module = "shop:b", version.ref' +
      ' = "web" }\nc = { group = "shop", name = "c", version = { strictly = "[1,2)" } }\n\n[plugins]\n' +
      'web = { id = "shop.web", version = "2.0" }\n',
  },
  'gradle-lockfile': {
    path: 'gradle.lockfile',
    text:
      '# ' +
      'comment\norg.a:b:1.0=runtimeClasspath,' +
      'testRuntimeClasspath\norg.a:c:2.0=testRuntimeClasspath\nempty=annotationProcessor\n',
  },
  'gradle-verification': {
    path: 'gradle/verification-metadata.xml',
    text:
      '<?xml version="1.0"?>\n<verification-metadata>\n<components>\n<component group="shop" name="a"' +
      ' version="1.0"><artifact name="a.jar"/></component>\n<component group="shop" name="b" version=' +
      '"2.0"/>\n</components>\n</verification-metadata>\n',
  },
  'mix-lock': {
    path: 'mix.lock',
    text:
      '%{\n  "a": {:hex, :a, "1.0.0", "aa", [:mix], [{:b, "~> 1.0", [hex: :b, repo: "hexpm", optional: ' +
      'false]}], "hexpm", "bb"},\n  "g": {:git, "https://git.example/g.git", "0123", []},\n}\n',
  },
  'msbuild-project': {
    path: 'shop.csproj',
    text:
      '<Project ' +
      'Sdk="Microsoft.NET.Sdk"><PropertyGroup><V>1.0.0</V></PropertyGroup><ItemGroup><PackageReference ' +
      'Include="A" Version="$(V)" /><PackageReference ' +
      'Include="B"><Version>[2.0,3.0)</Version></PackageReference></ItemGroup></Project>',
  },
  'nuget-packages-config': {
    path: 'packages.config',
    text:
      '<?xml version="1.0"?>\n<packages>\n  <package id="A" version="1.0.0" targetFramework="net48" ' +
      'developmentDependency="true" />\n</packages>\n',
  },
  'nuget-packages-lock': {
    path: 'packages.lock.json',
    text:
      '{"version":1,"dependencies":{"net8.0":{"A":{"type":"Direct","requested":"[1.0.0, ' +
      ')","resolved":"1.0.0","dependencies":{"B":"1.0.0"}},"B":{"type":"Transitive","resolved":"1.0.0"}}}}',
  },
  'nuget-project-assets': {
    path: 'project.assets.json',
    text:
      '{"version":3,"targets":{"net8.0":{"A/1.0.0":{"type":"package","dependencies":{"B":"1.0.0"}},"B/' +
      '1.0.0":{"type":"package"}}},"libraries":{"A/1.0.0":{"type":"package"}},"project":{"version":"1.0.0",' +
      '"frameworks":{"net8.0":{"dependencies":{"A":{"target":"Package"}}}}}}',
  },
  'package-json': {
    path: 'package.json',
    text:
      '{"name":"shop","version":"1.0.0","workspaces":["web","{a,b}/*"],"dependencies":{"a":"1.0.0","b":"^1"},' +
      '"devDependencies":{"c":"npm:d@1.0.0"},"peerDependencies":{"p":"*"},' +
      '"peerDependenciesMeta":{"p":{"optional":true}}}',
  },
  'package-lock': {
    path: 'package-lock.json',
    text:
      '{"name":"shop","lockfileVersion":2,"packages":{"":{"dependencies":{"a":"^1"}},"node_modules/' +
      'a":{"version":"1.0.0","resolved":"https://registry.example/a/-/a-1.0.0.tgz","dependencies":{"b":"1"}},' +
      '"node_modules/a/node_modules/b":{"version":"1.0.0","dev":true},"node_modules/web":{"link":true,' +
      '"resolved":"web"},"web":{"name":"web"}},"dependencies":{"a":{"version":"1.0.0","requires":{"b":"1"},' +
      '"dependencies":{"b":{"version":"1.0.0"}}}}}',
  },
  'package-resolved': {
    path: 'Package.resolved',
    text:
      '{"pins":[{"identity":"a","location":"https://git.example/shop/a.git","state":{"version":"1.0.0' +
      '"}},{"identity":"b","location":"git@git.example:shop/b.git","state":{"branch":"main","revision' +
      '":"aa"}}],"version":2}',
  },
  'paket-lock': {
    path: 'paket.lock',
    text:
      'NUGET\n  remote: https://nuget.example/v3/index.json\n    a (1.0)\n      b (>= 2.0)\n    b (2.' +
      '0) - restriction: >= net45\nGITHUB\n  remote: shop/web\n    web.fs (01234567890123456789012345' +
      '67890123456789)\nGROUP Test\nNUGET\n  remote: https://nuget.example/v3/index.json\n    web (3.' +
      '0)\n',
  },
  'pdm-lock': {
    path: 'pdm.lock',
    text:
      '[metadata]\ngroups = ["default", "dev"]\nlock_version = "4.5.0"\n\n[[package]]\nname = "a"\nversion = ' +
      '"1.0.0"\ngroups = ["default"]\ndependencies = [\n    "b>=1",\n]\nfiles = [\n    {file = ' +
      '"a-1.0.0.tar.gz", hash = "sha256:aa"},\n]\n',
  },
  pipfile: {
    path: 'Pipfile',
    text:
      '[[source]]\nurl = "https://pypi.example/simple"\nname = "pypi"\n\n[packages]\na = "==1.0.0"\nb = ' +
      '{version = ">=1", extras = ["x"]}\n\n[dev-packages]\nc = "*"\n',
  },
  'pipfile-lock': {
    path: 'Pipfile.lock',
    text:
      '{"_meta":{"hash":{"sha256":"aa"},"pipfile-spec":6},"default":{"a":{"version":"==1.0.0",' +
      '"hashes":["sha256:aa"]}},"develop":{"b":{"version":"==1.0.0"}}}',
  },
  'pnpm-lock': {
    path: 'pnpm-lock.yaml',
    text:
      "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      a:\n        specifier: ^1\n        " +
      'version: 1.0.0(b@1.0.0)\n  web: {}\npackages:\n  a@1.0.0:\n    resolution: {integrity: sha512-AA==}\n  ' +
      'b@1.0.0:\n    resolution: {integrity: sha512-AA==}\nsnapshots:\n  a@1.0.0(b@1.0.0):\n    ' +
      'dependencies:\n      b: 1.0.0\n  b@1.0.0: {}\n',
  },
  'podfile-lock': {
    path: 'Podfile.lock',
    text:
      'PODS:\n  - a (1.0):\n    - b/core (= 2.0)\n  - b/core (2.0)\n  - "web/x (3.0)"\n\nDEPENDENCIES' +
      ':\n  - a (~> 1.0)\n  - web (from `../web`)\n\nEXTERNAL SOURCES:\n  web:\n    :path: "../web"\n' +
      '\nSPEC CHECKSUMS:\n  a: aa\n\nCOCOAPODS: 1.15.2\n',
  },
  'poetry-lock': {
    path: 'poetry.lock',
    text:
      '[[package]]\nname = "a"\nversion = "1.0.0"\noptional = false\ngroups = ["main"]\nfiles = ' +
      '[]\n\n[package.dependencies]\nb = {version = ">=1", markers = "python_version < ' +
      '\\"3.9\\""}\n\n[[package]]\nname = "b"\nversion = "1.0.0"\ngroups = ' +
      '["dev"]\n\n[metadata]\nlock-version = "2.1"\ncontent-hash = "aa"\n',
  },
  pom: {
    path: 'pom.xml',
    text:
      '<?xml ' +
      'version="1.0"?>\n<project><groupId>org.a</groupId><artifactId>shop</artifactId><version>1.0</' +
      'version><properties><v>1.0</v><w>${v}</w></' +
      'properties><dependencyManagement><dependencies><dependency><groupId>org.a</groupId><artifactId>c</' +
      'artifactId><version>3.0</version></dependency></dependencies></' +
      'dependencyManagement><dependencies><dependency><groupId>org.a</groupId><artifactId>b</' +
      'artifactId><version>${w}</version><scope>test</scope></dependency><dependency><groupId>org.a</' +
      'groupId><artifactId>c</artifactId></dependency></dependencies></project>\n',
  },
  pubspec: {
    path: 'pubspec.yaml',
    text:
      'name: shop\nversion: 1.0.0\ndependencies:\n  a: 1.0.0\n  b: ^1.0.0\n  c:\n    git:\n      url: ' +
      'https://git.example/c.git\ndev_dependencies:\n  d: any\n',
  },
  'pubspec-lock': {
    path: 'pubspec.lock',
    text:
      'packages:\n  a:\n    dependency: "direct main"\n    description:\n      name: a\n      sha256: aa\n    ' +
      '  url: "https://pub.example"\n    source: hosted\n    version: "1.0.0"\nsdks:\n  dart: ">=3.0.0 ' +
      '<4.0.0"\n',
  },
  pylock: {
    path: 'pylock.toml',
    text:
      'lock-version = "1.0"\ncreated-by = "pip"\n\n[[packages]]\nname = "a"\nversion = "1.0.0"\ndependencies ' +
      '= [{name = "b"}]\n\n[[packages.wheels]]\nname = "a-1.0.0-py3-none-any.whl"\nhashes = {sha256 = ' +
      '"aa"}\n\n[[packages]]\nname = "b"\nversion = "1.0.0"\n',
  },
  pyproject: {
    path: 'pyproject.toml',
    text:
      '[project]\nname = "shop"\nversion = "1.0.0"\ndependencies = ["a==1.0.0", "b>=1; python_version < ' +
      '\'3.9\'"]\n\n[project.optional-dependencies]\nx = ["c[y]~=1.0"]\n\n[dependency-groups]\ndev = ["d", ' +
      '{include-group = "test"}]\ntest = ["e==1"]\n\n[tool.poetry.dependencies]\nf = "^1"\n',
  },
  'rebar-lock': {
    path: 'rebar.lock',
    text:
      '%% shop\n{"1.2.0",\n[{<<"a">>,{pkg,<<"a">>,<<"1.0">>},0},\n {<<"web">>,\n  {git,"https://git.example/we' +
      'b.git",\n       {ref,"aa"}},\n  1}]}.\n[\n{pkg_hash,[\n {<<"a">>, <<"AA">>}]}\n].\n',
  },
  'renv-lock': {
    path: 'renv.lock',
    text:
      '{"R":{"Version":"4.3.1"},"Packages":{"a":{"Package":"a","Version":"1.0-1","Source":"Repository' +
      '","Repository":"CRAN"},"b":{"Package":"b","Version":"2.0","Source":"GitHub","RemoteRepo":"web"' +
      '}}}',
  },
  requirements: {
    path: 'requirements.txt',
    text:
      '# comment\n-r other.txt\n-c constraints.txt\n--index-url https://pypi.example/simple\na==1.0.0 \\\n    ' +
      '--hash=sha256:aa\nb[x,y]>=1,<2 ; python_version < "3.9"  # comment\nc @ https://example.com/c.whl\n-e ' +
      'git+https://git.example/d.git#egg=d\n./local\n',
  },
  'script-lock': {
    path: 'tool.py.lock',
    text:
      'version = 1\nrequires-python = ">=3.12"\n\n[manifest]\nrequirements = [{ name = "a", specifier = ">=1" ' +
      '}]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = { registry = "https://index.example/simple" ' +
      '}\ndependencies = [{ name = "b" }]\n\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = { registry ' +
      '= "https://index.example/simple" }\n',
  },
  'script-metadata': {
    path: 'tool.py',
    text:
      '#!/usr/bin/env python3\n# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   ' +
      '"a==1.0.0",\n#   "b>=1",\n# ]\n# ///\nimport a\n',
  },
  'server-manifest': {
    path: 'server.json',
    text:
      '{"$schema":"https://static.modelcontextprotocol.io/schemas/2025-07-09/server.schema.json","nam' +
      'e":"io.example/shop","version":"1.0.0","packages":[{"registryType":"npm","identifier":"a","ver' +
      'sion":"1.0.0"},{"registryType":"pypi","identifier":"web","version":"2.0"}]}',
  },
  'setup-cfg': {
    path: 'setup.cfg',
    text:
      '[metadata]\nname = shop\nversion = 1.0.0\n\n[options]\ninstall_requires =\n    a==1.0.0\n    ' +
      'b>=1\n\n[options.extras_require]\nx =\n    c\n',
  },
  spdx: {
    path: 'shop.spdx',
    text:
      'SPDXVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\n\nPackageName: shop\nSPDXID: SPDXRef-shop\nPa' +
      'ckageVersion: 1.0\n\nPackageName: a\nSPDXID: SPDXRef-a\nPackageVersion: 1.0\nExternalRef: PACK' +
      'AGE-MANAGER purl pkg:maven/web/a@1.0\n\nPackageName: b\nSPDXID: SPDXRef-b\nPackageVersion: 2.0' +
      '\n\nRelationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-shop\nRelationship: SPDXRef-shop DEPENDS_' +
      'ON SPDXRef-a\nRelationship: SPDXRef-b DEV_DEPENDENCY_OF SPDXRef-shop\n',
  },
  'stack-lock': {
    path: 'stack.yaml.lock',
    text:
      'packages:\n- completed:\n    hackage: a-1.0@sha256:aa,1\n  original:\n    hackage: a-1.0\n- co' +
      'mpleted:\n    commit: aa\n    git: https://git.example/web.git\n    name: web\n  original:\n  ' +
      '  git: https://git.example/web.git\nsnapshots:\n- completed:\n    url: https://files.example/l' +
      'ts.yaml\n  original: lts-21.25\n',
  },
  'uv-lock': {
    path: 'uv.lock',
    text:
      'version = 1\nrequires-python = ">=3.12"\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\nsource = { ' +
      'virtual = "." }\ndependencies = [\n    { name = "a" },\n]\n\n[package.dev-dependencies]\ndev = [{ name ' +
      '= "b" }]\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = { registry = ' +
      '"https://pypi.example/simple" }\n\n[[package]]\nname = "b"\nversion = "1.0.0"\nsource = { git = ' +
      '"https://git.example/b.git?rev=main#0123" }\n',
  },
  'vcpkg-json': {
    path: 'vcpkg.json',
    text:
      '{"name":"shop","version":"1.0","dependencies":["a",{"name":"b","version>=":"2.0"},{"name":"web' +
      '","host":true}],"overrides":[{"name":"a","version":"1.0#2"}]}',
  },
  'yarn-lock': {
    path: 'yarn.lock',
    text:
      '# yarn lockfile v1\n\n"a@^1.0.0", a@^1.1.0:\n  version "1.1.0"\n  resolved ' +
      '"https://registry.example/a/-/a-1.1.0.tgz#0123"\n  dependencies:\n    "@s/b" "1"\n\n"@s/b@1":\n  ' +
      'version "1.0.0"\n',
  },
}
