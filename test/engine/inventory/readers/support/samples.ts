/** A small file of each format, by the id of its reader. */
export const samples: Readonly<Record<string, { readonly path: string; readonly text: string }>> = {
  'bun-lock': {
    path: 'bun.lock',
    text:
      '{"lockfileVersion":1,"workspaces":{"":{"name":"shop","dependencies":{"a":"^1"}},"web":{"name":"web"}},' +
      '"packages":{"a":["a@1.0.0","",{"dependencies":{"b":"1"}},"sha512-AA=="],"a/b":["b@1.0.0","",{},' +
      '"sha512-AA=="],"web":["web@workspace:web"],},}',
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
  'dotnet-deps-json': {
    path: 'shop.deps.json',
    text:
      '{"runtimeTarget":{"name":".NETCoreApp,Version=v8.0"},"targets":{".NETCoreApp,Version=v8.0":{"shop/' +
      '1.0.0":{"dependencies":{"A":"1.0.0"}},"A/1.0.0":{}}},"libraries":{"shop/1.0.0":{"type":"project"},"A/' +
      '1.0.0":{"type":"package"}}}',
  },
  'gemfile-lock': {
    path: 'Gemfile.lock',
    text:
      'GEM\n  remote: https://gems.example/\n  specs:\n    a (1.0.0)\n      b (>= 1)\n    b ' +
      '(1.1.0-x86_64-linux)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  a (~> 1.0)\n\nBUNDLED WITH\n   2.4.0\n',
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
  'gradle-lockfile': {
    path: 'gradle.lockfile',
    text:
      '# ' +
      'comment\norg.a:b:1.0=runtimeClasspath,' +
      'testRuntimeClasspath\norg.a:c:2.0=testRuntimeClasspath\nempty=annotationProcessor\n',
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
  'setup-cfg': {
    path: 'setup.cfg',
    text:
      '[metadata]\nname = shop\nversion = 1.0.0\n\n[options]\ninstall_requires =\n    a==1.0.0\n    ' +
      'b>=1\n\n[options.extras_require]\nx =\n    c\n',
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
  'yarn-lock': {
    path: 'yarn.lock',
    text:
      '# yarn lockfile v1\n\n"a@^1.0.0", a@^1.1.0:\n  version "1.1.0"\n  resolved ' +
      '"https://registry.example/a/-/a-1.1.0.tgz#0123"\n  dependencies:\n    "@s/b" "1"\n\n"@s/b@1":\n  ' +
      'version "1.0.0"\n',
  },
}
