import type { SinkModel } from '../../taint/sinks/sink-model.ts'
import { codeSinks } from './code.ts'
import { commandSinks } from './command.ts'
import {
  deserializationSinks,
  environmentSinks,
  htmlSinks,
  patternSinks,
  redirectSinks,
  reflectionSinks,
  templateSinks,
  xmlSinks,
} from './documents.ts'
import { documentSinks } from './document-databases.ts'
import { filterSinks } from './filters.ts'
import { openSinks } from './open.ts'
import { packageSinks } from './packages.ts'
import { pathSinks } from './path.ts'
import { processSinks } from './process.ts'
import { pythonLibrarySinks } from './python-libraries.ts'
import { querySinks } from './query.ts'
import { urlSinks } from './url.ts'

/** All sinks that are defined as data. A new sink is one line in its family's file. */
export const sinkModels: readonly SinkModel[] = [
  ...codeSinks,
  ...commandSinks,
  ...deserializationSinks,
  ...documentSinks,
  ...environmentSinks,
  ...filterSinks,
  ...htmlSinks,
  ...openSinks,
  ...packageSinks,
  ...pathSinks,
  ...patternSinks,
  ...processSinks,
  ...pythonLibrarySinks,
  ...querySinks,
  ...redirectSinks,
  ...reflectionSinks,
  ...templateSinks,
  ...urlSinks,
  ...xmlSinks,
]
