import type { Credential } from '../credential.ts'
import { agentTools } from './agent-tools.ts'
import { annotatedKeys } from './annotated-keys.ts'
import { automation } from './automation.ts'
import { cloudPlatforms } from './cloud-platforms.ts'
import { commandLines } from './command-lines.ts'
import { commerce } from './commerce.ts'
import { configurationFiles } from './configuration-files.ts'
import { connectionStrings } from './connection-strings.ts'
import { customerMessages } from './customer-messages.ts'
import { dataAndContent } from './data-and-content.ts'
import { databases } from './databases.ts'
import { delivery } from './delivery.ts'
import { developerServices } from './developer-services.ts'
import { encodedCredentials } from './encoded.ts'
import { frameworks } from './frameworks.ts'
import { generic } from './generic.ts'
import { hardCoded } from './hard-coded.ts'
import { hosting } from './hosting.ts'
import { keys } from './keys.ts'
import { messaging } from './messaging.ts'
import { modelProviders } from './model-providers.ts'
import { monitoringAndBuilds } from './monitoring-and-builds.ts'
import { packageRegistries } from './package-registries.ts'
import { passwordHashes } from './password-hashes.ts'
import { payment } from './payment.ts'
import { sourceHosts } from './source-hosts.ts'
import { workspaces } from './workspaces.ts'

/** All credentials, sorted by ID. To add one, add an entry to its family's file. */
export const credentials: readonly Credential[] = [
  agentTools,
  annotatedKeys,
  automation,
  cloudPlatforms,
  commandLines,
  commerce,
  configurationFiles,
  connectionStrings,
  customerMessages,
  dataAndContent,
  databases,
  delivery,
  developerServices,
  encodedCredentials,
  frameworks,
  generic,
  hardCoded,
  hosting,
  keys,
  messaging,
  modelProviders,
  monitoringAndBuilds,
  packageRegistries,
  passwordHashes,
  payment,
  sourceHosts,
  workspaces,
]
  .flat()
  .sort((a, b) => (a.id < b.id ? -1 : 1))
