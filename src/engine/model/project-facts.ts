import { z } from 'zod'

/** Maximum length of a name and of a line. Limited because projects control these strings. */
const name = z.string().max(300)
const line = z.string().max(2_000)

/** MCP transports that code can offer. `http` is Streamable HTTP. */
export const transports = ['stdio', 'http', 'sse'] as const
export const Transport = z.enum(transports)
export type Transport = z.infer<typeof Transport>

/** The source repository declared in a manifest. */
export const DeclaredRepository = z.object({
  /** Repository URL, normalized as in scans: https, without `.git`. */
  url: z.string().max(2_048),
  /** Folder in the repository, without leading and trailing slashes. Empty for the root. */
  directory: z.string().max(1_024),
})
export type DeclaredRepository = z.infer<typeof DeclaredRepository>

/** A package declared in a project manifest. */
export const DeclaredPackage = z.object({
  ecosystem: z.enum(['npm', 'PyPI']),
  /** Name as in the registry. PyPI names are normalized. */
  name,
  /** Folder that contains the manifest. Empty for the project root. */
  folder: z.string().max(1_024),
  version: name.optional(),
  /** True if the manifest declares that the package is never published. */
  isPrivate: z.boolean(),
})
export type DeclaredPackage = z.infer<typeof DeclaredPackage>

/** Contents of a README file. */
export const ReadmeFacts = z.object({
  path: z.string().max(1_024),
  bytes: z.int().nonnegative(),
  /** The first 100 headings of all levels, in order. */
  headings: z.array(z.string().max(200)).max(100),
  hasInstall: z.boolean(),
  hasUsage: z.boolean(),
  hasConfiguration: z.boolean(),
  /** True if the file has code blocks or a heading about examples. */
  hasExamples: z.boolean(),
})
export type ReadmeFacts = z.infer<typeof ReadmeFacts>

/** A location in code or a manifest that shows that the project is a server or a client. */
export const ProtocolSign = z.object({
  /**
   * `server`: code creates a server. `manifest`: `server.json`, the manifest of a bundle, `mcpName` in `package.json`,
   * or a client setting in the README that starts the package. `client`: code creates a client with an SDK.
   */
  kind: z.enum(['server', 'manifest', 'client']),
  path: z.string().max(4_096),
  line: z.int().positive(),
  /** Text at this location, such as `new McpServer`. */
  word: z.string().max(100),
})
export type ProtocolSign = z.infer<typeof ProtocolSign>

/**
 * Facts that a project declares about itself. They are read during the scan and stored with it, because the files are
 * not kept. None of them is verified. Tests, examples, and vendored code are ignored for transports, protocol versions,
 * and signs. Undeclared properties are absent.
 */
export const ProjectFacts = z.object({
  /** Incremented when the readers collect more facts. */
  version: z.literal(1),
  /** Project name from a manifest in the root: npm first, then PyPI, then `server.json`. */
  name: name.optional(),
  description: line.optional(),
  packageVersion: name.optional(),
  homepage: z.string().max(2_048).optional(),
  repository: DeclaredRepository.optional(),
  licence: name.optional(),
  keywords: z.array(z.string().max(100)).max(50),
  /** Deprecation notice from a manifest field or classifier, not from the registry. */
  deprecated: line.optional(),
  /** The first 500 package manifests of the project, starting with the root. */
  packages: z.array(DeclaredPackage).max(500),
  /** Names in `server.json` for the official registry, such as `io.github.owner/server`. */
  serverNames: z.array(name).max(50),
  readme: ReadmeFacts.optional(),
  hasChangelog: z.boolean(),
  hasLicenceFile: z.boolean(),
  /** True if an examples folder is not empty. */
  hasExamples: z.boolean(),
  /** True if the project has a tests folder or test files. */
  hasTests: z.boolean(),
  /** True if the project declares types: TypeScript, declaration files, or `py.typed`. */
  hasTypes: z.boolean(),
  /** The `engines` field of package.json. */
  engines: z.record(z.string().max(100), z.string().max(200)),
  requiresPython: z.string().max(200).optional(),
  /** The `os` and `cpu` fields of package.json, and operating system classifiers. Empty for all platforms. */
  platforms: z.array(z.string().max(100)).max(50),
  /** Names of commands installed by the package. */
  bin: z.array(name).max(100),
  transports: z.array(Transport),
  /** MCP SDKs that the project depends on, with the requested ranges. */
  sdk: z.array(z.object({ name, range: z.string().max(200) })).max(20),
  /** Protocol versions that the code names, as dates, newest first. */
  protocolVersions: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/)).max(20),
  /** Bytes of source files by lowercase language name, such as `typescript`. Tests and examples are excluded. */
  languages: z.record(z.string().max(50), z.int().nonnegative()),
  /** The first 100 signs. */
  signs: z.array(ProtocolSign).max(100),
  /** Version of the rules and the engine that analyzed the project. Absent if only the facts were read. */
  engine: z.string().max(100).optional(),
})
export type ProjectFacts = z.infer<typeof ProjectFacts>
