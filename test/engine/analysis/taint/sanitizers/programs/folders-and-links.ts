import { bodies, pythonBodies, type WholePrograms } from '../program-group.ts'

const javascript = {
  language: 'javascript',
  head:
    "import path from 'node:path'; import fs from 'node:fs'; import os from 'node:os'; import upath from " +
    "'upath'\nconst ROOT = path.resolve('/data'); const DIRS = ['/a/', '/b/']; const BARE = ['/a', '/b']\n",
} as const
const python = {
  language: 'python',
  head: 'import os\nfrom pathlib import Path\nROOT = os.path.realpath("/data")\n',
} as const
const compared = 'const full = path.resolve(ROOT, p); if (!full.startsWith(ROOT + path.sep)) throw 1; use(full)'
/** Adds a function with the given code to a program that compares a path without resolving symbolic links. */
const links = (...texts: readonly string[]) =>
  Object.fromEntries(
    texts.map((text) => [
      text,
      `${text.replace(/^/, 'export async function g(client, p) { ')} }\nexport function f(p) {\n  ${compared}\n}`,
    ]),
  )
const pythonLinks = (...texts: readonly string[]) =>
  Object.fromEntries(
    texts.map((text) => [
      text,
      `${text}\ndef f(p):\n    full = os.path.abspath(os.path.join(ROOT, p))\n    if not ` +
        `full.startswith(ROOT + os.sep):\n        raise ValueError()\n    use(full)\n`,
    ]),
  )
const prefixes = (...texts: readonly string[]) =>
  bodies(...texts.map((text) => `const full = path.resolve(p); if (!full.startsWith(${text})) throw 1; use(full)`))
const made = (...texts: readonly string[]) =>
  bodies(...texts.map((text) => `const full = ${text}; if (!full.startsWith(ROOT + path.sep)) throw 1; use(full)`))

export const groups: readonly WholePrograms[] = [
  {
    ...javascript,
    name: 'programs that make links',
    programs: {
      ...links(
        ...['symlink', 'symlinkSync', 'link', 'linkSync', 'promises.symlink', 'promises.link'].map(
          (name) => `fs.${name}(p, '/data/x')`,
        ),
        'fs.readFile(p)',
        "import('fs-extra').then(({ symlink }) => symlink(p, '/data/x'))",
        "const { ensureSymlink } = require('fs-extra'); ensureSymlink(p, '/data/x')",
        "const { symlink } = require('fs-extra'); symlink(p, '/data/x')",
        "require('tar').x({ file: p })",
        "require('tar').extract({ file: p })",
        "require('tar').list({ file: p })",
        "require('tar-fs').extract(p)",
        "require('decompress')(p)",
        "require('extract-zip')(p)",
        "require('isomorphic-git').clone({ url: p })",
        "require('degit')(p)",
        "require('tiged')(p)",
        'client.extractAllTo(p)',
        'client.extractAllToAsync(p)',
        'client.listRoots()',
        'const roots = client.listRoots',
        "client.request({ method: 'roots/list' })",
        "client.request({ method: 'roots/listed' })",
        "console.log('roots/list is what a client answers')",
        "require('child_process').exec(`git clone ${p}`)",
        "require('child_process').exec('git clone https://a.example/x')",
        "require('child_process').exec('git clones')",
        "require('child_process').exec('git pull')",
        "require('child_process').exec('run git clone')",
        "require('child_process').execFile('git', ['clone', p])",
        "require('child_process').execFile('git', ['pull', p])",
        "require('child_process').execFile('git', ['--bare', 'clone'])",
        "require('child_process').spawn('x', ['git', 'clone', p])",
        "require('child_process').spawn('x', ['run', 'clone', p])",
        "const words = ['clone']",
        "const words = ['a', 'clone']",
        "const words = 'clone'",
        "const words = ['git']",
      ),
      'no other part': `export function f(p) {\n  ${compared}\n}`,
    },
  },
  {
    ...python,
    name: 'programs in Python that make links',
    programs: pythonLinks(
      'def g(p):\n    os.symlink(p, "/data/x")',
      'def g(p):\n    os.link(p, "/data/x")',
      'def g(p):\n    os.rename(p, "/data/x")',
      'import shutil\ndef g(p):\n    shutil.unpack_archive(p)',
      'import shutil\ndef g(p):\n    shutil.copy(p, "/data/x")',
      'import git\ndef g(p):\n    git.Repo.clone_from(p, "/data/x")',
      'def g(p):\n    Path("/data/x").symlink_to(p)',
      'def g(p):\n    Path("/data/x").hardlink_to(p)',
      'def g(p):\n    p.extractall("/data")',
      'def g(p):\n    p.clone_from("/data")',
      'async def g(p):\n    await p.list_roots()',
      'def g(p):\n    return p.list_roots',
      'import subprocess\ndef g(p):\n    subprocess.run(["git", "clone", p])',
      'import subprocess\ndef g(p):\n    subprocess.run(["git", "log", p])',
      'import subprocess\ndef g(p):\n    subprocess.run(f"git clone {p}", shell=True)',
    ),
  },
  {
    ...javascript,
    name: 'prefixes that end in a separator, or not',
    programs: prefixes(
      "'/data/'",
      "'/data'",
      "'\\\\data\\\\'",
      "ROOT + '/'",
      'ROOT + path.sep',
      'ROOT + path.posix.sep',
      'ROOT + path.win32.sep',
      'ROOT + path.delimiter',
      "ROOT + 'x'",
      '`${ROOT}/`',
      '`${ROOT}`',
      '`${ROOT}${path.sep}`',
      '`${ROOT}${path.sep}a`',
      "path.join(ROOT, '/')",
      'path.join(ROOT, path.sep)',
      "path.join(ROOT, 'a')",
      "path.normalize(ROOT + '/')",
      "path.resolve(ROOT, '/')",
      "ROOT.concat('/')",
      "ROOT.concat('a')",
      "ROOT.replace(/\\/?$/, '/')",
      "ROOT.replace(/[\\/]?$/, '/')",
      "ROOT.replace(/\\/*$/, '/')",
      'ROOT.replace(/[/\\\\]*$/, path.sep)',
      "ROOT.replace(/\\/$/, '/')",
      "ROOT.replace(/\\/?$/, '')",
      "ROOT.replace(/\\/?/, '/')",
      "ROOT.replace(/a$/, '/')",
      "ROOT.replace('a', '/')",
      "ROOT.replace(/$/, '/')",
      "ROOT.replace(/$/g, '/')",
      "ROOT.endsWith('/') ? ROOT : ROOT + '/'",
      'ROOT.endsWith(path.sep) ? ROOT : `${ROOT}${path.sep}`',
      'q ? ROOT : ROOT',
      'DIRS[0]',
      'BARE[0]',
      'DIRS[q]',
      'BARE[q]',
      "(ROOT.endsWith('/') && ROOT) || ROOT + '/'",
      "(() => ROOT + '/')()",
      '(() => ROOT)()',
      'withSeparator(ROOT)',
      "ROOT + path.sep + ''",
      "''",
      'os.homedir() + path.sep',
      "process.cwd() + '/'",
      "process.env.ROOT + '/'",
      "q + '/'",
    ),
  },
  {
    ...javascript,
    name: 'lists of folders',
    programs: bodies(
      ...[
        'DIRS',
        'BARE',
        '[...DIRS]',
        "['/a/', '/b']",
        "BARE.map((one) => one + '/')",
        'BARE.map((one) => one)',
        'BARE.map((one) => path.join(one, path.sep))',
        'BARE.filter((one) => one)',
        'BARE.map(withSeparator)',
        'DIRS.map((one) => one)',
        'q',
      ].map(
        (list) =>
          `const full = path.resolve(p); if (!(${list}).some((one) => full.startsWith(one))) throw 1; use(full)`,
      ),
      "const full = path.resolve(p); for (const one of BARE) { if (full.startsWith(one + '/')) use(full) } use(full)",
      "const full = path.resolve(p); if (!BARE.every((one) => full.startsWith(one + '/'))) throw 1; use(full)",
      'const full = path.resolve(p); if (!BARE.some((one) => full === one || full.startsWith(one + ' +
        'path.sep))) throw 1; use(full)',
      'const full = path.resolve(p); if (!BARE.find((one) => full.startsWith(one + path.sep))) throw 1; use(full)',
    ),
  },
  {
    ...javascript,
    name: 'paths and how they were made',
    programs: made(
      'p',
      'path.resolve(p)',
      'path.resolve(p ?? ROOT)',
      'path.resolve(p || ROOT)',
      'p ? path.resolve(p) : ROOT',
      'p ? path.resolve(p) : undefined',
      'p ? path.resolve(p) : p',
      "p ? path.resolve(p) : 'a'",
      'p ? path.resolve(p) : fs.realpathSync(p)',
      'path.resolve(p).toLowerCase()',
      'path.dirname(path.resolve(p))',
      'path.dirname(p)',
      'path.join(ROOT, p)',
      'path.join(p, "a")',
      'path.join(fs.realpathSync(ROOT), p)',
      'path.join(fs.realpathSync(p), "a")',
      'path.join(fs.realpathSync(p), path.basename(q))',
      'path.join(fs.realpathSync(p), q)',
      'path.join(fs.realpathSync(path.dirname(p)), path.basename(p))',
      'path.join(path.dirname(p), path.basename(p))',
      'upath.resolve(p)',
      'upath.join(fs.realpathSync(path.dirname(p)), upath.basename(p))',
      'fs.realpathSync(p)',
      'await fs.promises.realpath(p)',
      'await realpath(p)',
      'fs.realpathSync(p) || p',
      'fs.realpathSync(p) ?? path.resolve(p)',
      '[path.resolve(p)][0]',
      'String(path.resolve(p))',
      'path.resolve(p) + q',
      '((x) => path.resolve(x))(p)',
      '((x) => x)(p)',
      '((x) => x ? path.resolve(x) : "")(p)',
      '((x) => { if (!x) return; return path.resolve(x) })(p)',
      '((x) => { if (q) return x; return path.resolve(x) })(p)',
      '((x) => { try { return fs.realpathSync(x) } catch { return path.resolve(x) } })(p)',
      'path.resolve(((x) => x)(p))',
      'path.resolve(ROOT, `${p}.json`)',
      'path.resolve(ROOT, p, q)',
      'path.normalize(p)',
      'path.format(p)',
      'new URL(p).pathname',
      'decodeURIComponent(path.resolve(p))',
      'path.resolve(decodeURIComponent(p))',
      'path.resolve(JSON.parse(p))',
      'path.resolve(p.trim())',
      'path.resolve(p.a)',
      'path.resolve(p[0])',
      'path.resolve(list[0])',
    ),
  },
  {
    ...javascript,
    name: 'paths that a function compares',
    programs: Object.fromEntries(
      [
        'x.startsWith(ROOT + path.sep) && !fs.symlinkSync(x, ROOT)',
        'x.startsWith(ROOT + path.sep)',
        'x.startsWith(ROOT)',
        '!path.relative(ROOT, x).startsWith("..")',
        '!path.relative(ROOT, x).startsWith("..") && !path.isAbsolute(path.relative(ROOT, x))',
        'x.startsWith("https://a.example/")',
        'x.startsWith("https://a.example")',
      ].flatMap((test) =>
        ['p', 'path.resolve(p)', 'fs.realpathSync(p)', 'path.join(ROOT, p)', 'path.resolve(ROOT, p).toLowerCase()'].map(
          (path) => [
            `${test} of ${path}`,
            `const inside = (x) => ${test}\nexport function f(p) {\n  const full = ${path}\n  if ` +
              `(!inside(full)) throw 1\n  use(full)\n}`,
          ],
        ),
      ),
    ),
  },
  {
    ...javascript,
    name: 'folders and who chooses them',
    programs: {
      ...bodies(
        ...[
          'q',
          'q.root',
          'ROOT',
          'process.cwd()',
          'os.homedir()',
          'process.env.ROOT',
          'path.resolve(q)',
          'path.join(ROOT, q)',
          '`${q}`',
          'list[0]',
          'globalThis.root',
          'this.root',
          'p',
          "p.split('/')[0]",
          'q || ROOT',
          'q ? ROOT : ROOT',
          'q ? ROOT : q',
          'await root()',
          'root(q)',
          'q.root()',
          'ROOT.concat(q)',
          'new Root().path',
          'new Root(q).path',
          '(() => ROOT)()',
          '(() => q)()',
          '[ROOT][0]',
          '{ a: q }.a',
        ].map(
          (base) =>
            `const full = path.resolve(p); if (!full.startsWith(path.resolve(${base}) + path.sep)) throw 1; use(full)`,
        ),
      ),
      'a folder that every caller names itself':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\nexport function f(p) { ' +
        "check(p, '/data') }\nexport function g(p) { check(p, process.env.ROOT) }",
      'a folder that one caller has from its own caller':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\nexport function f(p) { ' +
        "check(p, '/data') }\nexport function g(p, q) { check(p, q) }",
      'both from one object of the caller':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\nexport function f(args) { ' +
        'check(args.path, args.root) }',
      'both from one object of the program':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\nfunction run(options) { ' +
        "check(options.path, options.root) }\nrun({ path: process.argv[2], root: '/data' })",
      'a folder made of the same text as the path':
        'function check(p, root) { const full = path.resolve(p); if (!full.startsWith(path.resolve(root) + ' +
        'path.sep)) throw 1; use(full) }\nexport function f(text) { check(`${text}/a`, path.dirname(text)) }',
      'a folder by a function around, and a path of its own caller':
        'export function outer(root) {\n  function check(p) { const full = path.resolve(p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\n  return (p) => check(p)\n}',
      'a folder through two functions':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\nfunction outer(p, root) { ' +
        "check(p, root) }\nexport function f(p) { outer(p, '/data') }",
      'a folder through two functions, from their caller':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\nfunction outer(p, root) { ' +
        'check(p, root) }\nexport function f(p, q) { outer(p, q) }',
      'a folder of a function that calls itself':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full); check(p, root) }\nexport ' +
        "function f(p) { check(p, '/data') }",
      'a folder that is left out by a caller':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) }\nexport function f(p) { ' +
        'check(p) }',
      'twelve callers that name the folder':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) ' +
        `}\n${Array.from(
          { length: 12 },
          (_none, index) => `export function f${index}(p) { check(p, '/data${index}') }`,
        ).join('\n')}`,
      'thirteen callers that name the folder':
        'function check(p, root) { const full = path.resolve(root, p); if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1; use(full) ' +
        `}\n${Array.from(
          { length: 13 },
          (_none, index) => `export function f${index}(p) { check(p, '/data${index}') }`,
        ).join('\n')}`,
      'a folder that a function around was made with':
        'export function make(root) {\n  return (p) => {\n    const full = path.resolve(p)\n    if ' +
        '(!full.startsWith(path.resolve(root) + path.sep)) throw 1\n    use(full)\n  }\n}',
      'a folder that an object was made with':
        'export class Files {\n  constructor(root) { this.root = path.resolve(root) }\n  read(p) {\n    ' +
        'const full = path.resolve(this.root, p)\n    if (!full.startsWith(this.root + path.sep)) throw 1\n ' +
        '   use(full)\n  }\n}',
      'a folder from a list that a function is handed over for':
        'export function f(p, roots) {\n  const full = path.resolve(p)\n  if (!roots.some((root) => ' +
        'full.startsWith(root + path.sep))) throw 1\n  use(full)\n}',
      'a folder from a list of the author':
        "export function f(p) {\n  const full = path.resolve(p)\n  if (!['/a', '/b'].some((root) => " +
        'full.startsWith(root + path.sep))) throw 1\n  use(full)\n}',
    },
  },
  {
    ...python,
    name: 'folders in Python',
    programs: pythonBodies(
      'full = os.path.join(ROOT, p)\nif not full.startswith(ROOT + os.sep):\n    raise ValueError()\nuse(full)',
      'full = os.path.abspath(os.path.join(ROOT, p))\nif not full.startswith(ROOT + os.sep):\n    raise ' +
        'ValueError()\nuse(full)',
      'full = os.path.abspath(os.path.join(ROOT, p))\nif not full.startswith(os.path.join(ROOT, "")):\n    ' +
        'raise ValueError()\nuse(full)',
      'full = os.path.abspath(os.path.join(ROOT, p))\nif not full.startswith(os.path.join(ROOT, "a")):\n    ' +
        'raise ValueError()\nuse(full)',
      'full = os.path.abspath(os.path.join(ROOT, p))\nif not full.startswith(f"{ROOT}/"):\n    raise ' +
        'ValueError()\nuse(full)',
      'full = os.path.abspath(os.path.join(ROOT, p))\nif not full.startswith(ROOT + "/" + q):\n    raise ' +
        'ValueError()\nuse(full)',
      'full = os.path.abspath(os.path.join(ROOT, p))\nif not full.startswith(os.path.join(q, "")):\n    ' +
        'raise ValueError()\nuse(full)',
      'full = os.path.realpath(p)\nif os.path.commonpath([ROOT, full]) != ROOT:\n    raise ValueError()\nuse(full)',
      'full = (Path(ROOT) / p).resolve()\nif not full.is_relative_to(ROOT):\n    raise ValueError()\nuse(full)',
      'full = Path(ROOT) / p\nif not full.is_relative_to(ROOT):\n    raise ValueError()\nuse(full)',
      'full = Path(p).absolute()\nfull.relative_to(ROOT)\nuse(full)',
      'full = Path(p).resolve()\nfull.relative_to(ROOT)\nuse(full)',
      'full = Path(p)\nfull.resolve().relative_to(ROOT)\nuse(full)',
      'full = os.path.join(os.path.realpath(os.path.dirname(p)), os.path.basename(p))\nif not ' +
        'full.startswith(ROOT + os.sep):\n    raise ValueError()\nuse(full)',
      'full = Path(ROOT).joinpath(p).resolve()\nif ROOT not in str(full):\n    raise ValueError()\nuse(full)',
    ),
  },
]
