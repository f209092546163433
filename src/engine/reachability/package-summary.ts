import { z } from 'zod'
import { FoundCapability, packageCapabilities } from '../model/package-capability.ts'

/** Maximum size of the encoded code of one file, in characters of base64. */
const codeCharacters = 64 * 1024 * 1024

const FilePath = z.string().min(1).max(1_000)

/** What one source file loads, defines, reads, and calls. */
export const ModuleSummary = z.object({
  path: FilePath,
  /** Reduced IR without conditions, as `encodeModule` returns it, in base64. `decodeSummary` checks it. */
  code: z.base64().max(codeCharacters),
  /** True if parts of the file are missing, for example because they are nested too deeply. */
  isPartial: z.boolean().optional(),
})
export type ModuleSummary = z.infer<typeof ModuleSummary>

/** `test`: a test that no other file of the package loads. */
export const unreadCauses = ['syntax', 'too-complex', 'encoding', 'size', 'time', 'limit', 'language', 'test'] as const

/** A file that may contain code but has no summary. */
export const UnreadFile = z.object({ path: FilePath, cause: z.enum(unreadCauses) })
export type UnreadFile = z.infer<typeof UnreadFile>

/** Text of a manifest field as JSON. */
const JsonField = z.string().max(200_000)

/** Fields of a manifest that decide which file an import loads. */
export const ManifestFacts = z.object({
  name: z.string().max(300).optional(),
  version: z.string().max(300).optional(),
  type: z.enum(['module', 'commonjs']).optional(),
  main: FilePath.optional(),
  module: FilePath.optional(),
  /** `browser`, `exports`, and `imports` as JSON. */
  browser: JsonField.optional(),
  exports: JsonField.optional(),
  imports: JsonField.optional(),
  /** Names of its commands. */
  bin: z.array(z.string().max(300)).max(1_000).optional(),
  /** Dependencies under another name: `"other": "npm:name@1.0.0"`. */
  aliases: z
    .array(z.object({ name: z.string().max(300), target: z.string().max(300) }))
    .max(1_000)
    .optional(),
})
export type ManifestFacts = z.infer<typeof ManifestFacts>

/** Summary of one package version or project. */
export const PackageSummary = z.object({
  /** Empty for Python packages: their paths are their module names. */
  manifest: ManifestFacts,
  modules: z.array(ModuleSummary).max(50_000),
  /** Files that may contain code but were not read. List everything except data such as `.json`, `.css`, and `.md`. */
  unread: z.array(UnreadFile).max(50_000),
  /** Compiled code and its build files: `.node`, `.so`, `.pyd`, `.dll`, `binding.gyp`. */
  native: z.array(FilePath).max(10_000),
  /** What the code of a package version can do. Absent for projects. */
  capabilities: z.array(FoundCapability).max(packageCapabilities.length).optional(),
})
export type PackageSummary = z.infer<typeof PackageSummary>
