import { describe, expect, it } from 'vitest'
import { pdmLock } from '../../../../src/engine/inventory/readers/python/pdm-lock.ts'
import { pipfile } from '../../../../src/engine/inventory/readers/python/pipfile.ts'
import { pipfileLock } from '../../../../src/engine/inventory/readers/python/pipfile-lock.ts'
import { poetryLock } from '../../../../src/engine/inventory/readers/python/poetry-lock.ts'
import { pylock } from '../../../../src/engine/inventory/readers/python/pylock.ts'
import { pyproject } from '../../../../src/engine/inventory/readers/python/pyproject.ts'
import { requirements } from '../../../../src/engine/inventory/readers/python/requirements.ts'
import { setupCfg } from '../../../../src/engine/inventory/readers/python/setup-cfg.ts'
import { uvLock } from '../../../../src/engine/inventory/readers/python/uv-lock.ts'
import { edgesOf, packageLines, readFiles, requestLines } from './support/read-files.ts'

describe('requirements', () => {
  const read = (text: string, others: Readonly<Record<string, string>> = {}) =>
    readFiles(requirements, { 'requirements.txt': text, ...others })

  it('knows its files by name', () => {
    const yes = [
      'requirements.txt',
      'a/requirements-dev.txt',
      'dev-requirements.txt',
      'requirements/base.txt',
      'app.requirements.txt',
      'test_requirements.txt',
      'requirements.lock',
      'requirements.in',
      'requirements/dev.in',
    ]
    const no = [
      'MANIFEST.in',
      'requirements.md',
      'notes.txt',
      'constraints.txt',
      'requirements/readme.md',
      'poetry.lock',
    ]
    expect([yes.filter((path) => requirements.reads(path)), no.filter((path) => requirements.reads(path))]).toEqual([
      yes,
      [],
    ])
  })

  it('may not have more statements than any project needs, with those of included files', () => {
    const many = (count: number) => 'a==1\n'.repeat(count)
    expect(packageLines(read(`${many(199_999)}-r b.txt\n`, { 'b.txt': many(200_000) }))).toEqual(['a@1 direct'])
    expect(() => read(`${many(200_000)}-r b.txt\n`, { 'b.txt': many(200_000) })).toThrow(
      'has more than 400000 statements',
    )
  })

  it('takes pins as versions, whatever stands around them', () => {
    const reading = read(
      [
        '# a comment',
        'Flask==2.0.1',
        'requests[security, socks] == 2.31.0 ; python_version >= "3.8"',
        'odd===2023.1.final',
        'two!=1.0,==1.1',
        'legacy (==3.0)',
        'urllib3==1.26.5 \\',
        '    --hash=sha256:aaaa \\',
        '    --hash=sha256:bbbb',
        'hash==1.0 --hash=sha256:cc',
        'built==1.0 -C --global-option=x',
        'built2[x]>=1 -Ckey=value',
        'fragment==1.0#not-a-comment',
        'cut==4.0 \\',
      ].join('\r\n'),
    )
    expect(packageLines(reading)).toEqual([
      'Flask@2.0.1 direct',
      'requests@2.31.0 direct',
      'odd@2023.1.final direct',
      'two@1.1 direct',
      'legacy@3.0 direct',
      'urllib3@1.26.5 direct',
      'hash@1.0 direct',
      'built@1.0 direct',
      'cut@4.0 direct',
    ])
    expect(requestLines(reading)).toEqual([
      'built2 >=1: no lockfile pins its version',
      'fragment ==1.0#not-a-comment: no lockfile pins its version',
    ])
    expect(reading.packages.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 10, 11, 14])
  })

  it('asks for ranges, addresses, repositories and folders outside, each with its reason', () => {
    const reading = read(
      [
        'django>=4,<5',
        'wild==1.*',
        'bare',
        'tool @ https://files.example/tool-1.0.whl ; os_name == "posix"',
        'pip @ git+https://git.example/pip@main',
        'git+https://git.example/x.git@v1#egg=x-name',
        'https://files.example/y-1.0.tar.gz',
        '-e git+https://git.example/z.git#egg=z',
        '../outside',
        '-e ../outside2[extra]',
        '{{ template }}',
      ].join('\n'),
    )
    expect(reading.packages).toEqual([])
    expect(requestLines(reading)).toEqual([
      'z git+https://git.example/z.git#egg=z: it comes from a source code repository',
      '../outside2[extra] ../outside2[extra]: it is a folder or an archive outside the project',
      'django >=4,<5: no lockfile pins its version',
      'wild ==1.*: no lockfile pins its version',
      'bare : no lockfile pins its version',
      'tool @ https://files.example/tool-1.0.whl: it is an archive at a URL outside the package index',
      'pip @ git+https://git.example/pip@main: it comes from a source code repository',
      'x-name git+https://git.example/x.git@v1#egg=x-name: it comes from a source code repository',
      'https://files.example/y-1.0.tar.gz https://files.example/y-1.0.tar.gz: it is an archive at a URL ' +
        'outside the package index',
      '../outside ../outside: it is a folder or an archive outside the project',
      '{{ template }} {{ template }}: its entry could not be parsed',
    ])
  })

  it('leaves folders of the project to their own manifests, and ignores settings', () => {
    const reading = read(
      '--index-url https://evil.example/simple\n--extra-index-url=https://evil.example\n-f ' +
        './wheels\n--no-binary :all:\n-e .\n./packages/a\n--editable=./b[x]\na==1\n',
    )
    expect([packageLines(reading), reading.requests]).toEqual([['a@1 direct'], []])
  })

  it('reads what is included, once, relative to the including file', () => {
    const reading = readFiles(requirements, {
      'requirements/dev.txt': '-r base.txt\n-rmore/extra.txt\n--requirement=base.txt\npytest==8.0\n',
      'requirements/base.txt': '-r dev.txt\nflask==2.0\n',
      'requirements/more/extra.txt': '-r ../base.txt\ngunicorn==21.0\n',
    })
    expect(packageLines(reading)).toEqual([
      'flask@2.0 direct dev (dev)',
      'gunicorn@21.0 direct dev (dev)',
      'pytest@8.0 direct dev (dev)',
    ])
    expect([reading.requests, reading.packages.map(({ line }) => line)]).toEqual([[], [1, 2, 4]])
  })

  it('names includes that are missing, outside, at an address or endless', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`r${index}.txt`, `-r r${index + 1}.txt\n`]),
    )
    expect(
      requestLines(read('-r gone.txt\n-r ../../etc/passwd\n-c https://files.example/c.txt\n-r r0.txt\n', chain)),
    ).toEqual([
      'gone.txt gone.txt: the included file is not in the project',
      '../../etc/passwd ../../etc/passwd: the included file is not in the project',
      'https://files.example/c.txt https://files.example/c.txt: the included file is at a URL, ' +
        'which Assay does not download',
      'r10.txt r10.txt: too many files include each other',
    ])
  })

  it('takes exact versions of constraints files for what is asked for, and only for that', () => {
    const reading = read('-c constraints.txt\nFlask\nrequests>=2\nboto3\n', {
      'constraints.txt': 'flask==2.0\nRequests==2.31\nunused==1.0\nboto3<2\n',
    })
    expect(packageLines(reading)).toEqual(['Flask@2.0 direct', 'requests@2.31 direct'])
    expect(requestLines(reading)).toEqual(['boto3 : no lockfile pins its version'])
  })

  it('learns from the comments of pip-compile who asks for what', () => {
    const reading = read(
      'click==8.1\n    # via\n    #   flask\n    #   black\nflask==2.0\n    # via -r ' +
        'requirements.in\nblack==24.1  # via app (pyproject.toml)\n\n# The following packages are ' +
        'unsafe:\nsetuptools==70.0\n    # via flask\n',
    )
    expect(packageLines(reading)).toEqual([
      'click@8.1 transitive',
      'flask@2.0 direct',
      'black@24.1 direct',
      'setuptools@70.0 transitive',
    ])
    expect(edgesOf(reading)).toEqual({ 'flask@2.0': ['click@8.1', 'setuptools@70.0'], 'black@24.1': ['click@8.1'] })
  })

  it('reads comments with more names than a call takes arguments', () => {
    expect(packageLines(read(`click==8.1  # via ${'a,'.repeat(300_000)}\n`))).toEqual(['click@8.1 transitive'])
  })

  it('counts files for development as such', () => {
    expect(packageLines(readFiles(requirements, { 'requirements-dev.txt': 'pytest==8.0\n' }))).toEqual([
      'pytest@8.0 direct dev (dev)',
    ])
    expect(packageLines(readFiles(requirements, { 'requirements/docs.txt': 'sphinx==7.0\n' }))).toEqual([
      'sphinx@7.0 direct dev (docs)',
    ])
  })
})

describe('poetry.lock', () => {
  const lock = (extra = '') => `[[package]]
name = "Flask"
version = "2.0.1"
${extra}
[package.dependencies]
click = ">=8.0"

[[package]]
name = "click"
version = "8.1.0"
${extra}
[[package]]
name = "pytest"
version = "7.0.0"
${extra.replace('"main"', '"test"')}
[package.dependencies]
click = "*"
Iniconfig = "*"

[[package]]
name = "iniconfig"
version = "2.0.0"
${extra.replace('"main"', '"test"')}
[[package]]
name = "local"
version = "0.1.0"
[package.source]
type = "directory"
url = "../../local"

[[package]]
name = "inside"
version = "0.1.0"
[package.source]
type = "directory"
url = "libs/inside"

[[package]]
name = "fork"
version = "1.0.0"
${extra}
[package.source]
type = "git"
url = "https://git.example/fork.git"
reference = "main"
resolved_reference = "0123456789012345678901234567890123456789"

[metadata]
lock-version = "2.0"
`
  const manifest =
    '[tool.poetry]\nname = "app"\nversion = "1.2.3"\n[tool.poetry.dependencies]\npython = "^3.9"\nflask = ' +
    '"^2.0"\nfork = {git = "https://git.example/fork.git"}\n[tool.poetry.group.test.dependencies]\npytest = ' +
    '"*"\n'
  const expected = [
    'Flask@2.0.1 direct',
    'click@8.1.0 transitive',
    'pytest@7.0.0 direct dev (test)',
    'iniconfig@2.0.0 transitive dev (test)',
    'fork@1.0.0 direct',
  ]

  it('takes groups of 2.0 from the pyproject.toml beside it', () => {
    const reading = readFiles(poetryLock, { 'poetry.lock': lock(), 'pyproject.toml': manifest })
    expect(packageLines(reading)).toEqual(expected)
    expect(requestLines(reading)).toEqual(['local ../../local: it is a folder or an archive outside the project'])
    expect(reading.project).toEqual({ name: 'app', version: '1.2.3' })
    expect(edgesOf(reading)).toEqual({
      'Flask@2.0.1': ['click@8.1.0'],
      'pytest@7.0.0': ['click@8.1.0', 'iniconfig@2.0.0'],
    })
    expect(reading.packages.map(({ line }) => line)).toEqual([2, 9, 13, 21, 39])
  })

  it('takes them from the file itself in 1.x and 2.1', () => {
    const other = {
      'pyproject.toml':
        '[project]\nname = "app"\ndependencies = ["flask", "fork @ ' +
        'git+https://git.example/fork.git"]\n[dependency-groups]\ntest = ["pytest"]\n',
    }
    expect(packageLines(readFiles(poetryLock, { 'poetry.lock': lock('category = "main"'), ...other }))).toEqual(
      expected,
    )
    expect(packageLines(readFiles(poetryLock, { 'poetry.lock': lock('groups = ["main"]'), ...other }))).toEqual(
      expected,
    )
  })

  it('takes everything for use where nothing tells', () => {
    expect(packageLines(readFiles(poetryLock, { 'poetry.lock': lock(), 'pyproject.toml': 'broken [' }))).toEqual([
      'Flask@2.0.1',
      'click@8.1.0',
      'pytest@7.0.0',
      'iniconfig@2.0.0',
      'fork@1.0.0',
    ])
  })
})

describe('uv.lock', () => {
  const lock =
    `version = 1
requires-python = ">=3.12"

[manifest]
members = ["app", "member"]

[[package]]
name = "app"
version = "0.1.0"
source = { virtual = "." }
dependencies = [{ name = "httpx", extra = ["http2"] }, { name = "member" }]
[package.optional-dependencies]
cli = [{ name = "rich" }]
[package.dev-dependencies]
dev = [{ name = "pytest" }, { name = "rich" }]
lint = [{ name = "ruff" }]

[[package]]
name = "httpx"
version = "0.27.0"
source = { registry = "https://index.example/simple" }
dependencies = [{ name = "idna" }]
[package.optional-dependencies]
http2 = [{ name = "h2" }]

[[package]]
name = "h2"
version = "4.1.0"
source = { registry = "https://index.example/simple" }

[[package]]
name = "idna"
version = "3.7"
source = { registry = "https://index.example/simple" }

[[package]]
name = "member"
source = { editable = "packages/member" }
dependencies = [{ name = "numpy", version = "1.26.0", marker = "python_full_version < '3.13'" }, { name ` +
    `= "numpy", version = "2.1.0" }]

[[package]]
name = "numpy"
version = "1.26.0"
source = { registry = "https://index.example/simple" }

[[package]]
name = "numpy"
version = "2.1.0"
source = { git = "https://git.example/numpy.git#0123" }

[[package]]
name = "pytest"
version = "8.2.0"
source = { registry = "https://index.example/simple" }
dependencies = [{ name = "idna" }]

[[package]]
name = "rich"
version = "13.7.0"
source = { url = "https://files.example/rich.whl" }

[[package]]
name = "ruff"
version = "0.5.0"
source = { registry = "https://index.example/simple" }

[[package]]
name = "beyond"
version = "1.0"
source = { directory = "../beyond" }
`

  it('takes an extra and a group of one name for two, and follows extras only from where they are asked for', () => {
    const registry = 'source = { registry = "https://index.example/simple" }'
    const entry = (name: string, rest = '') => `[[package]]\nname = "${name}"\nversion = "1.0"\n${registry}\n${rest}\n`
    const text =
      `version = 1\n[[package]]\nname = "app"\nversion = "0.1"\nsource = { virtual = "." }\ndependencies = [{ ` +
      `name = "http" }]\n[package.optional-dependencies]\nweb = [{ name = "coverage" ` +
      `}]\n[package.dev-dependencies]\nweb = [{ name = "lint" }, { name = "http", extra = ["speed"] ` +
      `}]\n\n${entry('http', '[package.optional-dependencies]\nspeed = [{ name = "native" }]')}` +
      `${entry('coverage')}${entry('lint')}${entry('native')}`
    expect(packageLines(readFiles(uvLock, { 'uv.lock': text }))).toEqual([
      'http@1.0 direct',
      'coverage@1.0 direct (web)',
      'lint@1.0 direct dev (web)',
      'native@1.0 transitive dev (web)',
    ])
  })

  it('counts extras with the customary names of development groups as development', () => {
    const registry = 'source = { registry = "https://index.example/simple" }'
    const entry = (name: string) => `[[package]]\nname = "${name}"\nversion = "1.0"\n${registry}\n\n`
    const text =
      'version = 1\n[[package]]\nname = "app"\nversion = "0.1"\nsource = { virtual = "." }\n' +
      '[package.optional-dependencies]\ntest = [{ name = "a" }, { name = "b" }]\nweb = [{ name = "b" }]\n\n'
    expect(packageLines(readFiles(uvLock, { 'uv.lock': text + entry('a') + entry('b') }))).toEqual([
      'a@1.0 direct dev (test)',
      'b@1.0 direct (test, web)',
    ])
  })

  it('tells members, extras and groups for development apart', () => {
    const reading = readFiles(uvLock, { 'uv.lock': lock })
    expect(packageLines(reading)).toEqual([
      'httpx@0.27.0 direct',
      'h2@4.1.0 transitive',
      'idna@3.7 transitive',
      'numpy@1.26.0 direct',
      'numpy@2.1.0 direct',
      'pytest@8.2.0 direct dev (dev)',
      'rich@13.7.0 direct (cli, dev)',
      'ruff@0.5.0 direct dev (lint)',
    ])
    expect(requestLines(reading)).toEqual(['beyond ../beyond: it is a folder or an archive outside the project'])
    expect(reading.project).toEqual({ name: 'app', version: '0.1.0' })
    expect(reading.workspaces).toEqual(['packages/member'])
    expect(reading.roots?.map(({ folder, name, requires }) => [folder, name, requires])).toEqual([
      ['', 'app', ['httpx@0.27.0', 'member@', 'rich@13.7.0', 'pytest@8.2.0', 'rich@13.7.0', 'ruff@0.5.0']],
      ['packages/member', 'member', ['numpy@1.26.0', 'numpy@2.1.0']],
      ['../beyond', 'beyond', []],
    ])
    expect(edgesOf(reading)).toEqual({ 'httpx@0.27.0': ['idna@3.7', 'h2@4.1.0'], 'pytest@8.2.0': ['idna@3.7'] })
  })
})

describe('pdm.lock', () => {
  const lock = (groups: readonly string[]) => `[metadata]
lock_version = "4.5.0"

[[package]]
name = "requests"
version = "2.32.0"
${groups[0] ?? ''}
dependencies = ["urllib3<3,>=1.21.1", "PySocks!=1.5.7,>=1.5.6; extra == 'socks'"]

[[package]]
name = "requests"
version = "2.32.0"
extras = ["socks"]
${groups[0] ?? ''}
dependencies = ["PySocks!=1.5.7", "requests==2.32.0"]

[[package]]
name = "urllib3"
version = "2.2.0"
${groups[0] ?? ''}

[[package]]
name = "pysocks"
version = "1.7.1"
${groups[1] ?? ''}

[[package]]
name = "pytest"
version = "8.0"
${groups[2] ?? ''}
`
  const manifest =
    '[project]\nname = "app"\ndependencies = ["requests"]\n[project.optional-dependencies]\nproxy = ' +
    '["pysocks"]\n[tool.pdm.dev-dependencies]\ntest = ["pytest"]\n'

  it('reads groups from the file', () => {
    const text = lock(['groups = ["default"]', 'groups = ["proxy"]', 'groups = ["test"]'])
    expect(packageLines(readFiles(pdmLock, { 'pdm.lock': text, 'pyproject.toml': manifest }))).toEqual([
      'requests@2.32.0 direct',
      'urllib3@2.2.0 transitive',
      'pysocks@1.7.1 direct (proxy)',
      'pytest@8.0 direct dev (test)',
    ])
    expect(packageLines(readFiles(pdmLock, { 'pdm.lock': text }))).toEqual([
      'requests@2.32.0',
      'urllib3@2.2.0',
      'pysocks@1.7.1 (proxy)',
      'pytest@8.0 dev (test)',
    ])
  })

  it('reads them from the pyproject.toml for versions that name none', () => {
    const reading = readFiles(pdmLock, { 'pdm.lock': lock([]), 'pyproject.toml': manifest })
    expect(packageLines(reading)).toEqual([
      'requests@2.32.0 direct',
      'urllib3@2.2.0 transitive',
      'pysocks@1.7.1 direct',
      'pytest@8.0 direct dev (test)',
    ])
    expect(edgesOf(reading)).toEqual({ 'requests@2.32.0': ['urllib3@2.2.0', 'pysocks@1.7.1'] })
  })
})

describe('pylock.toml', () => {
  it('knows its names', () => {
    expect(
      ['pylock.toml', 'pylock.dev.toml', 'a/pylock.toml', 'pylock.a.b.toml', 'mypylock.toml'].map((path) =>
        pylock.reads(path),
      ),
    ).toEqual([true, true, true, false, false])
  })

  it('reads groups and extras from markers', () => {
    const reading = readFiles(pylock, {
      'pylock.toml': `lock-version = "1.0"
created-by = "a tool"
extras = ["cli"]
dependency-groups = ["dev", "base"]
default-groups = ["base"]
[[packages]]
name = "attrs"
version = "25.1.0"
marker = "python_version > '3.9'"
dependencies = [{ name = "typing-extensions" }]
[[packages]]
name = "typing-extensions"
version = "4.12.0"
marker = "'base' in dependency_groups"
[[packages]]
name = "rich"
version = "13.0"
marker = "'cli' in extras"
[[packages]]
name = "nose"
version = "1.0"
marker = "'tests' in extras"
[[packages]]
name = "pytest"
version = "8.0"
marker = "'dev' in dependency_groups and python_version < '4'"
[[packages]]
name = "moving"
vcs = { type = "git", url = "https://git.example/moving.git", commit-id = "0123" }
[[packages]]
name = "here"
directory = { path = "./here", editable = true }
`,
    })
    expect(packageLines(reading)).toEqual([
      'attrs@25.1.0',
      'typing-extensions@4.12.0',
      'rich@13.0 (cli)',
      'nose@1.0 dev (tests)',
      'pytest@8.0 dev (dev)',
    ])
    expect(requestLines(reading)).toEqual([
      'moving https://git.example/moving.git: it comes from a source code repository',
    ])
    expect(edgesOf(reading)).toEqual({ 'attrs@25.1.0': ['typing-extensions@4.12.0'] })
  })
})

describe('Pipfile and Pipfile.lock', () => {
  const lock = JSON.stringify({
    _meta: { 'pipfile-spec': 6, sources: [{ url: 'https://evil.example' }] },
    default: {
      flask: { version: '==2.0.1', hashes: [] },
      click: { version: '==8.0' },
      vcs: { git: 'https://git.example/v.git', ref: 'abc' },
      own: { path: '.', editable: true },
    },
    develop: { pytest: { version: '==8.0' }, click: { version: '==8.0' } },
    docs: { sphinx: { version: '==7.0' }, __proto__: { version: '==1.0' } },
  })

  it('reads every category', () => {
    const reading = readFiles(pipfileLock, {
      'Pipfile.lock': lock,
      Pipfile: '[packages]\nFlask = "*"\n[dev-packages]\npytest = "*"\n',
    })
    expect(packageLines(reading)).toEqual([
      'flask@2.0.1 direct',
      'click@8.0 transitive',
      'pytest@8.0 direct dev (develop)',
      'sphinx@7.0 transitive (docs)',
    ])
    expect(requestLines(reading)).toEqual(['vcs https://git.example/v.git: it comes from a source code repository'])
  })

  it('reads what is asked for without a lockfile', () => {
    const reading = readFiles(pipfile, {
      Pipfile:
        '[[source]]\nurl = "https://index.example"\n[packages]\nflask = "==2.0.1"\nrequests = "*"\ntool = ' +
        '{version = "==1.0", extras = ["x"]}\nfork = {git = ' +
        '"https://git.example/f"}\n[dev-packages]\npytest = ">=8"\n[requires]\npython_version = "3.12"\n',
    })
    expect(packageLines(reading)).toEqual(['flask@2.0.1 direct', 'tool@1.0 direct'])
    expect(requestLines(reading)).toEqual([
      'requests *: no lockfile pins its version',
      'fork https://git.example/f: it comes from a source code repository',
      'pytest >=8 dev: no lockfile pins its version',
    ])
  })
})

describe('pyproject.toml and setup.cfg', () => {
  it('reads the standard tables, groups that include groups in a circle, and the sources of uv', () => {
    const reading = readFiles(pyproject, {
      'pyproject.toml': `[build-system]
requires = ["hatchling==1.0"]
[project]
name = "app"
version = "1.0"
dependencies = ["flask[async]==3.1.1", "requests>=2.20", "own", "fork", "not a requirement!"]
[project.optional-dependencies]
cli = ["rich==13.0"]
[dependency-groups]
dev = ["pytest==8.0", {include-group = "lint"}]
lint = ["ruff==0.5", {include-group = "dev"}]
[tool.uv.sources]
own = { workspace = true }
fork = { git = "https://git.example/fork" }
`,
    })
    expect(packageLines(reading)).toEqual([
      'flask@3.1.1 direct',
      'rich@13.0 direct (cli)',
      'pytest@8.0 direct dev (dev, lint)',
      'ruff@0.5 direct dev (dev, lint)',
    ])
    expect(requestLines(reading)).toEqual([
      'requests >=2.20: no lockfile pins its version',
      'fork https://git.example/fork: it comes from a source code repository',
      'not a requirement! not a requirement!: its entry could not be parsed',
    ])
    expect(reading.project).toEqual({ name: 'app', version: '1.0' })
  })

  it('lists a requirement for each of its sources, of which markers choose one', () => {
    const text =
      '[project]\nname = "app"\ndependencies = ["torch==2.0", "near"]\n[tool.uv.sources]\ntorch = [{ index ' +
      '= "cpu", marker = "sys_platform == \'linux\'" }, { git = "https://git.example/torch" }]\nnear = [{ ' +
      'workspace = true }, { path = "../near" }]\n'
    const reading = readFiles(pyproject, { 'pyproject.toml': text })
    expect(packageLines(reading)).toEqual(['torch@2.0 direct'])
    expect(requestLines(reading)).toEqual([
      'torch https://git.example/torch: it comes from a source code repository',
      'near ../near: it is a folder or an archive outside the project',
    ])
  })

  it('reads the constraints of Poetry, where a bare version is exact', () => {
    const reading = readFiles(pyproject, {
      'pyproject.toml':
        '[tool.poetry]\nname = "app"\n[tool.poetry.dependencies]\npython = "3.12"\na = "1.2.3"\nb = ' +
        '"^1.2"\nc = {version = "==2.0", extras = ["x"]}\nd = [{version = "1.0", python = "<3.9"}, {version ' +
        '= ">=2", python = ">=3.9"}]\ne = {path = "../e"}\nf = {path = "f"}\ng = "1.0 || ' +
        '2.0"\n[tool.poetry.group.test.dependencies]\nh = "8.0"\n',
    })
    expect(packageLines(reading)).toEqual(['a@1.2.3 direct', 'c@2.0 direct', 'd@1.0 direct', 'h@8.0 direct dev (test)'])
    expect(requestLines(reading)).toEqual([
      'b ^1.2: no lockfile pins its version',
      'd >=2: no lockfile pins its version',
      'e ../e: it is a folder or an archive outside the project',
      'g 1.0 || 2.0: no lockfile pins its version',
    ])
  })

  it('takes what Poetry adds to project.dependencies for details of those', () => {
    const text =
      '[project]\nname = "shop"\ndependencies = ["inner", "fork>=1", "a==1.0", ' +
      '"b>=2"]\n[tool.poetry.dependencies]\ninner = { path = "inner", develop = true }\nfork = { git = ' +
      '"https://git.example/fork" }\na = { source = "mirror" }\nmore = ' +
      '"^1"\n[tool.poetry.group.dev.dependencies]\nb = "3.0"\n'
    const reading = readFiles(pyproject, { 'pyproject.toml': text })
    expect(packageLines(reading)).toEqual(['a@1.0 direct', 'b@3.0 direct dev (dev)'])
    expect(requestLines(reading)).toEqual([
      'fork https://git.example/fork: it comes from a source code repository',
      'b >=2: no lockfile pins its version',
      'more ^1: no lockfile pins its version',
    ])
  })

  it('does not ask for the project itself, whose extras others are made of', () => {
    const reading = readFiles(pyproject, {
      'pyproject.toml':
        '[project]\nname = "My_Shop"\n[project.optional-dependencies]\ncli = ["rich==13.0"]\nall = ' +
        '["my-shop[cli]"]\n[dependency-groups]\ntest = ["my.shop[all]", "pytest>=8"]\ndev = [{include-group ' +
        '= "test"}]\n',
    })
    expect(packageLines(reading)).toEqual(['rich@13.0 direct (cli)'])
    expect(reading.requests).toEqual([
      {
        line: 7,
        name: 'pytest',
        requested: '>=8',
        dev: true,
        groups: ['test', 'dev'],
        reason: 'no-lockfile',
      },
    ])
  })

  it('reads the lists of setup.cfg', () => {
    const reading = readFiles(setupCfg, {
      'setup.cfg':
        '[metadata]\nname = app\n[options]\npackages = find:\ninstall_requires =\n    flask==2.0\n    # a ' +
        'comment\n    requests>=2; python_version > "3"\ntests_require = ' +
        'pytest==8.0\n[options.extras_require]\ncli =\n    rich==13.0\ntest =\n    nose==1.0\n' +
        '[flake8]\nignore =\n    E501\n',
    })
    expect(packageLines(reading)).toEqual([
      'flask@2.0 direct',
      'pytest@8.0 direct dev (test)',
      'rich@13.0 direct (cli)',
      'nose@1.0 direct dev (test)',
    ])
    expect(requestLines(reading)).toEqual(['requests >=2: no lockfile pins its version'])
    expect(reading.packages.map(({ line }) => line)).toEqual([6, 9, 12, 14])
  })
})

describe('dependencies that another file or code lists', () => {
  const read = (toml: string, others: Readonly<Record<string, string>> = {}) =>
    requestLines(readFiles(pyproject, { 'pyproject.toml': toml, ...others }))
  const code = 'setup.py setup.py: it computes its dependencies in code, which Assay does not execute'
  const dynamic = '[project]\nname = "app"\ndynamic = ["version", "dependencies"]\n'

  it('names the code where only it can tell', () => {
    expect(read('[build-system]\nrequires = []\n', { 'setup.py': 'setup()' })).toEqual([code])
    expect(read(dynamic, { 'setup.py': 'setup()' })).toEqual([code])
    expect(read(dynamic)).toEqual([
      'dependencies dynamic: they are computed during a build, and Assay does not build projects',
    ])
    expect(
      requestLines(readFiles(setupCfg, { 'setup.cfg': '[flake8]\nignore = E501\n', 'setup.py': 'setup()' })),
    ).toEqual([code])
  })

  it('does not where the project is described without it', () => {
    expect(read('[project]\nname = "app"\n', { 'setup.py': 'setup()' })).toEqual([])
    expect(read('[tool.ruff]\nline-length = 88\n')).toEqual([])
    expect(read(dynamic, { 'setup.py': 'setup()', 'setup.cfg': '[options]\ninstall_requires = flask==2.0\n' })).toEqual(
      [],
    )
    expect(read(`${dynamic}[tool.poetry.dependencies]\nflask = "2.0"\n`)).toEqual([])
    expect(
      requestLines(
        readFiles(setupCfg, {
          'setup.cfg': '[flake8]\nignore = E501\n',
          'setup.py': 'setup()',
          'pyproject.toml': '[project]\nname = "app"\n',
        }),
      ),
    ).toEqual([])
  })

  it('reads the files that setuptools takes them from, unless they are read for themselves', () => {
    const toml =
      `${dynamic}[tool.setuptools.dynamic]\ndependencies = {file = ["deps.in", "requirements.txt", ` + `"gone.in"]}\n`
    const reading = readFiles(pyproject, {
      'pyproject.toml': toml,
      'deps.in': 'flask==2.0\nrequests>=2 # why\n',
      'requirements.txt': 'other==1.0\n',
    })
    expect(packageLines(reading)).toEqual(['flask@2.0 direct'])
    expect(requestLines(reading)).toEqual([
      'requests >=2: no lockfile pins its version',
      'gone.in gone.in: the file that lists dependencies is not in the project',
    ])
  })
})

describe('what is not the format', () => {
  it.each([
    [poetryLock, 'poetry.lock', 'not toml!', 'is not TOML (line 1)'],
    [poetryLock, 'poetry.lock', 'a = 1', 'has neither packages nor Poetry metadata'],
    [pdmLock, 'pdm.lock', '', 'has neither packages nor PDM metadata'],
    [uvLock, 'uv.lock', '[[package]]\nname = "a"', 'has no uv format version'],
    [pylock, 'pylock.toml', 'packages = []', 'has no lock-version'],
    [pipfileLock, 'Pipfile.lock', '[]', 'is not a JSON object'],
    [pipfileLock, 'Pipfile.lock', '{}', 'has neither _meta nor a Pipenv default section'],
    [pyproject, 'pyproject.toml', '[project', 'is not TOML (line 1)'],
  ])('is told: %s', (reader, path, text, message) => {
    expect(() => readFiles(reader, { [path]: text })).toThrow(
      expect.objectContaining({ name: 'UnreadableManifest', message }),
    )
  })

  it('stops at groups that include one another without end', () => {
    const groups = Array.from(
      { length: 1_000 },
      (_, index) => `g${index} = [{include-group = "g${(index + 1) % 1_000}"}, "a"]`,
    ).join('\n')
    expect(() => readFiles(pyproject, { 'pyproject.toml': `[dependency-groups]\n${groups}` })).toThrow(
      'has dependency groups with more than 20000 entries',
    )
  })
})
