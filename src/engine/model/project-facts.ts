import { z } from 'zod'

/** What is kept of one text, and of one list; a project may write as much as it likes. */
const name = z.string().max(300)
const line = z.string().max(2_000)

/** Transports of the Model Context Protocol that code can offer; `http` is the streamable one. */
export const transports = ['stdio', 'http', 'sse'] as const
export const Transport = z.enum(transports)
export type Transport = z.infer<typeof Transport>

/** Where a manifest says that its source is kept. */
export const DeclaredRepository = z.object({
  /** The address under which scans know the repository, https and without `.git`. */
  url: z.string().max(2_048),
  /** Folder of the repository, without slashes around it; empty: its root. */
  directory: z.string().max(1_024),
})
export type DeclaredRepository = z.infer<typeof DeclaredRepository>

/** A package that a manifest of the project declares. */
export const DeclaredPackage = z.object({
  ecosystem: z.enum(['npm', 'PyPI']),
  /** As the registry knows it: of PyPI in normal form. */
  name,
  /** Folder of the manifest within the project; empty: its root. */
  folder: z.string().max(1_024),
  version: name.optional(),
  /** The manifest says that it is never published. */
  isPrivate: z.boolean(),
})
export type DeclaredPackage = z.infer<typeof DeclaredPackage>

/** A file for people, by what it has. */
export const ReadmeFacts = z.object({
  path: z.string().max(1_024),
  bytes: z.int().nonnegative(),
  /** Headings of all levels, in their order; the first 100. */
  headings: z.array(z.string().max(200)).max(100),
  hasInstall: z.boolean(),
  hasUsage: z.boolean(),
  hasConfiguration: z.boolean(),
  /** Blocks of code, or a heading that says so. */
  hasExamples: z.boolean(),
})
export type ReadmeFacts = z.infer<typeof ReadmeFacts>

/** A place at which code or a manifest shows that the project is a server, or a client. */
export const ProtocolSign = z.object({
  /**
   * `server`: code makes a server of an SDK. `manifest`: `server.json` or the manifest of a bundle. `client`: code
   * makes a client of an SDK.
   */
  kind: z.enum(['server', 'manifest', 'client']),
  path: z.string().max(4_096),
  line: z.int().positive(),
  /** What stands there, such as `new McpServer`. */
  word: z.string().max(100),
})
export type ProtocolSign = z.infer<typeof ProtocolSign>

/**
 * What a project declares of itself and what can be told of it without judging: read from its files during the scan,
 * and stored with it, because the files are gone afterwards. Its own word, nothing of it is checked. Files of tests,
 * examples and vendored code say nothing of transports, protocol and signs. Absent: not declared.
 */
export const ProjectFacts = z.object({
  /** Grows when a reader learns to tell more. */
  version: z.literal(1),
  /** Of the manifest at the root of the project: npm, then PyPI, then `server.json`. */
  name: name.optional(),
  description: line.optional(),
  packageVersion: name.optional(),
  homepage: z.string().max(2_048).optional(),
  repository: DeclaredRepository.optional(),
  licence: name.optional(),
  keywords: z.array(z.string().max(100)).max(50),
  /** Advice against using it, by a field of its manifest or a classifier; not what a registry says. */
  deprecated: line.optional(),
  /** Manifests of packages anywhere in it, the one at the root first; the first 500. */
  packages: z.array(DeclaredPackage).max(500),
  /** `server.json` of the official registry: its name, such as `io.github.owner/server`. */
  serverNames: z.array(name).max(50),
  readme: ReadmeFacts.optional(),
  hasChangelog: z.boolean(),
  hasLicenceFile: z.boolean(),
  /** A folder of examples with something in it. */
  hasExamples: z.boolean(),
  /** A folder or files of tests. */
  hasTests: z.boolean(),
  /** Declares its types: TypeScript or declarations, `py.typed`. */
  hasTypes: z.boolean(),
  /** `engines` of package.json. */
  engines: z.record(z.string().max(100), z.string().max(200)),
  requiresPython: z.string().max(200).optional(),
  /** `os` and `cpu` of package.json, classifiers of operating systems; empty: everywhere. */
  platforms: z.array(z.string().max(100)).max(50),
  /** Names of commands that an installation brings. */
  bin: z.array(name).max(100),
  transports: z.array(Transport),
  /** Libraries of the protocol that it depends on, with the range that it asks for. */
  sdk: z.array(z.object({ name, range: z.string().max(200) })).max(20),
  /** Dates of versions of the protocol that its code names, newest first. */
  protocolVersions: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/)).max(20),
  /** Bytes of source files by language, lower case, such as `typescript`; tests and examples left out. */
  languages: z.record(z.string().max(50), z.int().nonnegative()),
  /** The first 100. */
  signs: z.array(ProtocolSign).max(100),
  /** Version of the rules and of the engine that examined the project; absent where only its facts were read. */
  engine: z.string().max(100).optional(),
})
export type ProjectFacts = z.infer<typeof ProjectFacts>
