import { gzipSync } from 'node:zlib'
import { ordinaryFiles } from '../../bench/parts/readers/ordinary-files.ts'
import { lowerSourceFile } from '../../src/engine/analysis/lower-source-file.ts'
import { LoweredFile } from '../../src/engine/analysis/lowered-file.ts'
import { readSourceFile } from '../../src/engine/analysis/read-source-file.ts'
import { SourceFileReading } from '../../src/engine/analysis/source-file.ts'
import { ManifestAnswer } from '../../src/engine/inventory/project/manifest-answer.ts'
import { readManifest } from '../../src/engine/inventory/project/read-manifest.ts'
import { type ArchiveKind, archiveReaders } from '../../src/engine/sources/archives/archive-kinds.ts'
import { archivePath } from '../../src/engine/sources/archives/archive-path.ts'
import { ArchiveEnd, SkipReason } from '../../src/engine/sources/archives/skip-reason.ts'
import { readAdvertisement } from '../../src/engine/sources/git/advertisement.ts'
import { gitLimits } from '../../src/engine/sources/git/git-limits.ts'
import { MalformedAnswer, RemoteRefusal } from '../../src/engine/sources/git/malformed-answer.ts'
import { packet } from '../../src/engine/sources/git/pkt-line.ts'
import { parentsOfCommit, parseTree, treeOfCommit } from '../../src/engine/sources/git/tree-object.ts'
import { parseSimpleHtml } from '../../src/engine/sources/package-registries/pypi-simple-html.ts'
import { parseCoreMetadata } from '../../src/engine/sources/python-packaging/core-metadata.ts'
import { fileEntry, writeTar } from '../support/tar-writer.ts'
import { writeZip } from '../support/zip-writer.ts'

/** A parser with initial inputs. `run` throws if the parser does something that it must never do. */
export interface FuzzTarget {
  readonly name: string
  readonly seeds: readonly Buffer[]
  readonly run: (input: Buffer) => unknown
}

const alone = { beside: () => undefined, isBeside: () => false, send: () => {} }

/**
 * Texts that no format accepts, or only as an empty file. A YAML reader once returned a reason that its parent process
 * did not know.
 */
const broken = ['', '{', 'a: [', '[[', '<a', '\0', '\uFEFF'].map((text) => Buffer.from(text))

const manifests = ordinaryFiles.flatMap((shape): FuzzTarget[] => {
  const [first] = Object.entries(shape.files(600))
  if (first === undefined) return []
  const [path, text] = first
  return [
    {
      name: `manifest ${path}`,
      seeds: [Buffer.from(text), ...broken],
      run: (content) => {
        const answer = ManifestAnswer.parse(readManifest({ path, content, ...alone }))
        if ('readerFailed' in answer) throw new Error('the reader has an error')
      },
    },
  ]
})

const sourceTexts = {
  'a.js':
    'import a from "./a"\nexport async function f({ x = 1, ...y }) {\n  for (const z of y) await a?.(`${x}`, z)\n}\n',
  'a.ts': 'enum E { A = 1 }\nexport class C<T extends E> { constructor(private readonly x: T) {} }\n',
  'a.tsx': 'export const a = (p: { x: string }) => <div title={p.x}>{...[1]}</div>\n',
  'a.py':
    'import os\nasync def f(x: int = 1, **z):\n    with open(x):\n        return [v async for v in os.x(f"{x!r}")]\n',
}

/** Inputs that once failed. */
const failedSources: Readonly<Record<string, readonly string[]>> = {
  // The parser leaves null for a missing argument.
  'a.js': ['a?.(b, , c)\n', 'new A(, b)\n'],
}

const sources = Object.entries(sourceTexts).map(([path, text]): FuzzTarget => ({
  name: `source ${path}`,
  seeds: [text, ...(failedSources[path] ?? [])].map((seed) => Buffer.from(seed)),
  run: (content) => {
    SourceFileReading.parse(readSourceFile({ path, content }))
    LoweredFile.parse(lowerSourceFile({ path, content }))
  },
}))

async function unpack(kind: ArchiveKind, packed: Buffer): Promise<void> {
  ArchiveEnd.parse(
    await archiveReaders[kind](packed, {
      keep: (path) => {
        const where = archivePath(path, 0)
        if (!('path' in where) || where.path !== path) throw new Error('a path is not safe')
      },
      skip: (_path, reason) => void SkipReason.parse(reason),
    }),
  )
}

const tar = writeTar([
  fileEntry('package/package.json', '{}'),
  { path: 'package/link', type: '2', linkpath: 'x' },
  { path: 'package/bin', type: '5' },
])
const zip = writeZip([
  { name: 'a/__init__.py', content: 'x = 1\n' },
  { name: 'a-1.dist-info/METADATA', content: 'Name: a\n', method: 0 },
])

const archives: readonly FuzzTarget[] = [
  { name: 'archive tar', seeds: [tar], run: (blocks) => unpack('tar', gzipSync(blocks, { level: 0 })) },
  { name: 'archive tar.gz', seeds: [gzipSync(tar)], run: (packed) => unpack('tar', packed) },
  { name: 'archive wheel', seeds: [zip], run: (packed) => unpack('wheel', packed) },
  { name: 'archive zip', seeds: [zip], run: (packed) => unpack('source-zip', packed) },
]

/** Ignores errors that describe a problem of the repository. */
async function orNamed(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof MalformedAnswer || error instanceof RemoteRefusal)) throw error
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

const id = '0123456789abcdef0123456789abcdef01234567'
const treeEntry = (mode: string, name: string) =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])

const git: readonly FuzzTarget[] = [
  {
    name: 'git advertisement',
    seeds: [
      Buffer.from(
        `${packet('# service=git-upload-pack')}0000${packet(`${id} HEAD\0side-band-64k symref=HEAD:refs/heads/main`)}` +
          `${packet(`${id} refs/tags/v1`)}${packet(`${id} refs/tags/v1^{}`)}0000`,
      ),
      Buffer.from(`${packet('version 2')}${packet('fetch=shallow filter')}0000`),
    ],
    run: (bytes) => orNamed(() => readAdvertisement(once(bytes), gitLimits)),
  },
  {
    name: 'git tree',
    seeds: [Buffer.concat([treeEntry('100644', 'a.js'), treeEntry('40000', 'src'), treeEntry('120000', 'link')])],
    run: (content) => orNamed(() => [...parseTree(content, 20)]),
  },
  {
    name: 'git commit',
    seeds: [Buffer.from(`tree ${id}\nparent ${id}\nauthor a <a@example.org> 1 +0000\n\nmessage\n`)],
    run: (content) => orNamed(() => [treeOfCommit(content, 20), parentsOfCommit(content)]),
  },
]

const packages: readonly FuzzTarget[] = [
  {
    name: 'package core metadata',
    seeds: [Buffer.from('Metadata-Version: 2.4\nName: a\nVersion: 1.0\nRequires-Dist: b>=1; extra == "x"\n\ntext\n')],
    run: (content) => parseCoreMetadata(content),
  },
  {
    name: 'package simple page',
    seeds: [
      Buffer.from('<!DOCTYPE html><a href="a-1.0-py3-none-any.whl#sha256=00" data-requires-python="&gt;=3">a-1.0</a>'),
    ],
    run: (page) => parseSimpleHtml('a', page.toString(), 'https://index.example/simple/a/'),
  },
]

/** All readers, archive formats, parts of git, and front ends. */
export const fuzzTargets: readonly FuzzTarget[] = [...archives, ...git, ...packages, ...sources, ...manifests]
