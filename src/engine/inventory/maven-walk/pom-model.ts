import { z } from 'zod'

/** Length of one text of a POM. Longer texts are cut, so they match nothing. */
export const maxTextCharacters = 1_000

const text = z.string().max(maxTextCharacters)

/** A `<dependency>` as written, with properties. */
export const PomDependency = z.object({
  group: text,
  artifact: text,
  version: text.optional(),
  type: text.optional(),
  classifier: text.optional(),
  scope: text.optional(),
  optional: text.optional(),
  /** As `group:artifact`, with `*` for any. */
  exclusions: z.array(text),
  /** In the POM of the project, starting at 1. */
  line: z.int().positive().optional(),
})
export type PomDependency = z.infer<typeof PomDependency>

const Properties = z.array(z.tuple([text, text]))

const PomProfile = z.object({
  id: text,
  isActiveByDefault: z.boolean(),
  /** `!name` for a property that must not be set. */
  property: z.object({ name: text, value: text.optional() }).optional(),
  jdk: text.optional(),
  os: z.object({ name: text, family: text, arch: text, version: text }).partial().optional(),
  /** Whether the file that the profile requires exists in the project, or is missing as required. */
  hasFile: z.boolean().optional(),
  properties: Properties,
  dependencies: z.array(PomDependency),
  management: z.array(PomDependency),
})
export type PomProfile = z.infer<typeof PomProfile>

const Coordinates = z.object({ group: text, artifact: text, version: text })

/** The parts of a POM that decide about dependencies, as written. */
export const PomModel = z.object({
  group: text.optional(),
  artifact: text,
  version: text.optional(),
  packaging: text.optional(),
  parent: Coordinates.extend({
    /** Empty: the parent is not in a file of the project. Absent: the default applies. */
    relativePath: text.optional(),
    /** A file of the project is at this path. */
    isHere: z.boolean().optional(),
    line: z.int().positive().optional(),
  }).optional(),
  properties: Properties,
  dependencies: z.array(PomDependency),
  management: z.array(PomDependency),
  profiles: z.array(PomProfile),
  /** Other coordinates of this artifact. Absent parts stay the same. */
  relocation: Coordinates.partial().optional(),
  repositories: z.array(z.object({ id: text, url: text })),
})
export type PomModel = z.infer<typeof PomModel>

/** Result of reading a file of a repository in a child process. */
export const RepositoryFileReading = z.union([
  z.object({ pom: PomModel }),
  z.object({ versions: z.array(z.string().max(200)) }),
  z.object({ unreadable: z.string() }),
])
export type RepositoryFileReading = z.infer<typeof RepositoryFileReading>
