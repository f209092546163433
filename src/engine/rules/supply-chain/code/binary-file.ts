import { posix } from 'node:path'
import { z } from 'zod'
import { exampleFiles } from '../../example-files.ts'
import type { Snapshot } from '../../../model/snapshot.ts'
import { under } from '../../../inventory/settings-files/value.ts'
import { isOutOfScope } from '../project.ts'
import { defineFileRule } from '../supply-chain-rule.ts'

const BinaryFormat = z.enum(['elf', 'mach-o', 'pe', 'wasm', 'python-bytecode'])
type BinaryFormat = z.infer<typeof BinaryFormat>

const formatNames: Readonly<Record<BinaryFormat, string>> = {
  elf: 'a Linux program or library (ELF)',
  'mach-o': 'a macOS program or library (Mach-O)',
  pe: 'a Windows program or library (PE)',
  wasm: 'a WebAssembly module',
  'python-bytecode': 'a compiled Python module without its source',
}

export const binaryFile = defineFileRule({
  document: {
    id: 'binary-file',
    title: 'Unreviewable binary: the project contains machine code',
    category: 'supply-chain',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-506', 'CWE-1357'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'The first bytes of a file identify it as a program, a native library, or a WebAssembly module. Compiled ' +
      'Python modules without source code are also reported. The severity is high if the file extension indicates a ' +
      'different type. The severity is informational for files with a library extension, and for other binaries in a ' +
      'package whose `package.json` has a `cpu` field.',
    why:
      'Reviewers cannot easily determine what machine code does. Nothing in the file proves that it was built from ' +
      'the source code in the project.',
    remediation:
      'Build the file from source, or download it from its publisher and verify its digest. If you publish this ' +
      'package, ship native code in a separate package with provenance.',
    examples: {
      bad: [exampleFiles({ 'bin/tool': '\u007fELF program', 'package.json': '{ "name": "example-shop" }' })],
      good: [exampleFiles({ 'bin/tool': '#!/bin/sh\nexec node index.js' })],
    },
  },
  reads: (path) => !isOutOfScope(path),
  arguments: z.object({ format: BinaryFormat, isDisguised: z.boolean() }),
  describe({ format, isDisguised }, { location }) {
    const path = location?.path ?? 'the file'
    return {
      title: `${isDisguised ? 'Disguised machine code' : 'Machine code'} in ${path}`,
      message:
        `${path} is ${formatNames[format]}. ` +
        `${isDisguised ? 'Its extension indicates another file type. ' : ''}Assay cannot analyze what the file does.`,
    }
  },
  *find({ path, content }, { snapshot, manifests }) {
    const format = binaryFormat(content) ?? (isByteCodeAlone(path, snapshot) ? 'python-bytecode' : undefined)
    if (format === undefined) return
    const name = posix.basename(path)
    const isDisguised = textOrImageName.test(name)
    const isLibrary =
      libraryName.test(name) ||
      manifests.some(({ file, root }) => file.path === 'package.json' && under(root, 'cpu') !== undefined)
    yield {
      arguments: { format, isDisguised },
      subject: isDisguised ? path : isLibrary ? 'library' : 'program',
      at: { path },
      severity: isDisguised ? 'high' : isLibrary ? 'info' : 'medium',
      ...(!isDisguised && { isOncePerProject: true as const }),
    }
  },
})

/** File names of text files and images. */
const textOrImageName = new RegExp(
  String.raw`\.(?:[cm]?[jt]sx?|json|txt|md|css|html?|py|ya?ml|toml|png|jpe?g|gif|svg|ico|webp|woff2?|ttf|map|` +
    String.raw`log|lock|csv|xml|pdf)$`,
  'i',
)

/** File names of native libraries and WebAssembly, as in add-ons and wheels. */
const libraryName = /\.(?:node|so(?:\.\d+)*|dylib|dll|pyd|wasm|lib|a|o|jnilib)$|\.abi3\.so$/i

/**
 * Reports whether a file is a compiled module that Python imports directly. Python ignores `__pycache__` if the source
 * is missing.
 */
const isByteCodeAlone = (path: string, { files }: Pick<Snapshot, 'files'>): boolean =>
  path.endsWith('.pyc') && !path.includes('__pycache__/') && !files.has(path.slice(0, -1))

function binaryFormat(content: Buffer): BinaryFormat | undefined {
  if (content.length < 8) return undefined
  const magic = content.readUInt32BE(0)
  if (magic === 0x7f454c46) return 'elf'
  if (magic === 0xfeedface || magic === 0xfeedfacf || magic === 0xcefaedfe || magic === 0xcffaedfe) return 'mach-o'
  // Java classes start with the same bytes as universal Mach-O files, which have fewer than 20 architectures.
  if (magic === 0xcafebabe) return content.readUInt32BE(4) < 20 ? 'mach-o' : undefined
  if (magic === 0x0061736d) return 'wasm'
  if (content.readUInt16BE(0) !== 0x4d5a || content.length < 64) return undefined
  const header = content.readUInt32LE(0x3c)
  return header + 4 <= content.length && content.readUInt32BE(header) === 0x50450000 ? 'pe' : undefined
}
