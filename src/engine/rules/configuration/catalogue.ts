import { clientConfigPlainHttp } from './clients/client-config-plain-http.ts'
import { clientConfigRemoteScript } from './clients/client-config-remote-script.ts'
import { clientConfigSecret } from './clients/client-config-secret.ts'
import { clientConfigUnpinned } from './clients/client-config-unpinned.ts'
import type { ConfigurationRule } from './configuration-rule.ts'
import { containerHostAccess } from './containers/container-host-access.ts'
import { dockerBuildSecret } from './containers/docker-build-secret.ts'
import { dockerRemoteScript } from './containers/docker-remote-script.ts'
import { dockerRootUser } from './containers/docker-root-user.ts'
import { dockerUnpinnedBase } from './containers/docker-unpinned-base.ts'
import { exposedPort } from './containers/exposed-port.ts'
import { registryConfigToken } from './registries/registry-config-token.ts'
import { registryConfigUnprotected } from './registries/registry-config-unprotected.ts'
import { broadWorkflowPermissions } from './workflows/broad-workflow-permissions.ts'
import { selfHostedRunner } from './workflows/self-hosted-runner.ts'
import { unpinnedAction } from './workflows/unpinned-action.ts'
import { workflowScriptInjection } from './workflows/workflow-script-injection.ts'
import { workflowSecretsToForks } from './workflows/workflow-secrets-to-forks.ts'
import { workflowUntrustedCheckout } from './workflows/workflow-untrusted-checkout.ts'

/** All rules, sorted by ID. To add a rule, add its file and a line here. */
export const configurationRules: readonly ConfigurationRule[] = [
  broadWorkflowPermissions,
  clientConfigPlainHttp,
  clientConfigRemoteScript,
  clientConfigSecret,
  clientConfigUnpinned,
  containerHostAccess,
  dockerBuildSecret,
  dockerRemoteScript,
  dockerRootUser,
  dockerUnpinnedBase,
  exposedPort,
  registryConfigToken,
  registryConfigUnprotected,
  selfHostedRunner,
  unpinnedAction,
  workflowScriptInjection,
  workflowSecretsToForks,
  workflowUntrustedCheckout,
]
