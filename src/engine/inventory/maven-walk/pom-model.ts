import { z } from 'zod'
import { type FileReason, isFileReason } from '../reasons/file-reasons.ts'

/** Maximum length of a string in a POM. A longer string is truncated, so it matches nothing. */
export const maxTextCharacters = 1_000

const text = z.string().max(maxTextCharacters)

/** A `<dependency>` element before interpolation. */
export const PomDependency = z.object({
  group: text,
  artifact: text,
  version: text.optional(),
  type: text.optional(),
  classifier: text.optional(),
  scope: text.optional(),
  optional: text.optional(),
  /** Exclusions as `group:artifact`, with `*` as a wildcard. */
  exclusions: z.array(text),
  /** Line number in the project's POM, starting at 1. */
  line: z.int().positive().optional(),
})
export type PomDependency = z.infer<typeof PomDependency>

const Properties = z.array(z.tuple([text, text]))

const PomProfile = z.object({
  id: text,
  isActiveByDefault: z.boolean(),
  /** Property that must be set, or `!name` for a property that must not be set. */
  property: z.object({ name: text, value: text.optional() }).optional(),
  jdk: text.optional(),
  os: z.object({ name: text, family: text, arch: text, version: text }).partial().optional(),
  /** True if the profile's file condition is met: the file exists in the project, or is missing as required. */
  hasFile: z.boolean().optional(),
  properties: Properties,
  dependencies: z.array(PomDependency),
  management: z.array(PomDependency),
})
export type PomProfile = z.infer<typeof PomProfile>

const Coordinates = z.object({ group: text, artifact: text, version: text })

/** Parts of a POM that affect dependency resolution, before interpolation. */
export const PomModel = z.object({
  group: text.optional(),
  artifact: text,
  version: text.optional(),
  packaging: text.optional(),
  parent: Coordinates.extend({
    /** Path of the parent POM. Empty if the parent is not in a project file. Absent for the default path. */
    relativePath: text.optional(),
    /** True if the project has a file at the parent's path. */
    isHere: z.boolean().optional(),
    line: z.int().positive().optional(),
  }).optional(),
  properties: Properties,
  dependencies: z.array(PomDependency),
  management: z.array(PomDependency),
  profiles: z.array(PomProfile),
  /** New coordinates after a relocation. Absent parts stay the same. */
  relocation: Coordinates.partial().optional(),
  repositories: z.array(z.object({ id: text, url: text })),
})
export type PomModel = z.infer<typeof PomModel>

/** Result of reading a repository file in a child process. */
export const RepositoryFileReading = z.union([
  z.object({ pom: PomModel }),
  z.object({ versions: z.array(z.string().max(200)) }),
  z.object({ unreadable: z.custom<FileReason>(isFileReason) }),
])
export type RepositoryFileReading = z.infer<typeof RepositoryFileReading>
