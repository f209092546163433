import { z } from 'zod'
import { offeredKinds } from '../taint/sources/offered-kind.ts'

/** What a call in the code of a tool does. */
export const toolActKinds = [
  'deletes-files',
  'writes-files',
  /** Runs a constant statement that deletes rows, tables, or nodes of a database. */
  'deletes-records',
  /** Runs a constant statement that adds or changes rows, tables, or nodes of a database. */
  'changes-records',
  /** Sends a request with a constant method that changes data: PUT, PATCH, or DELETE. */
  'sends-change',
  /** Sends a request with a body. */
  'sends-data',
  'uses-network',
  'runs-command',
  /** Runs a constant command that deletes files, containers, or resources, or that discards changes. */
  'runs-deleting-command',
  /** Runs another constant command that changes a repository, a package, or a service. */
  'runs-changing-command',
] as const
export type ToolActKind = (typeof toolActKinds)[number]

const place = { path: z.string().max(4_096), line: z.int().positive() }

/** A call that certainly belongs to one tool. Calls that only other tools or some arguments reach are left out. */
export const ToolAct = z.object({
  kind: z.enum(offeredKinds),
  /** Name of the tool. */
  name: z.string().max(300),
  /** Place of the tool's declaration. */
  declared: z.object(place),
  act: z.enum(toolActKinds),
  /** Constant that shows the act: the HTTP method, the first word of a statement, or the command. */
  detail: z.string().max(100).optional(),
  /** Host of a request. Absent if the code does not name it. */
  host: z.string().max(253).optional(),
  ...place,
})
export type ToolAct = z.infer<typeof ToolAct>

/** An act without its tool and place. */
export type FoundAct = Pick<ToolAct, 'act' | 'detail' | 'host'>

/** Limits of the search for acts. */
export const toolActLimits = {
  /** Acts in one report. A tool has at most one of each kind. */
  maxActs: 3_000,
  /** Functions that are searched per tool. */
  maxFunctions: 200,
  /** Visited nodes per value. */
  maxSteps: 200,
  /** Texts per value. */
  maxTexts: 20,
} as const
