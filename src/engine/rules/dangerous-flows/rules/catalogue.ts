import type { FlowRule } from '../flow-rule.ts'
import { argumentInjection } from './argument-injection.ts'
import { codeInjection } from './code-injection.ts'
import { commandInjection } from './command-injection.ts'
import { crossSiteScripting } from './cross-site-scripting.ts'
import { environmentInjection } from './environment-injection.ts'
import { ldapInjection } from './ldap-injection.ts'
import { nosqlInjection } from './nosql-injection.ts'
import { openRedirect } from './open-redirect.ts'
import { pathTraversal } from './path-traversal.ts'
import { processTransportInjection } from './process-transport-injection.ts'
import { regularExpressionInjection } from './regular-expression-injection.ts'
import { serverSideRequestForgery } from './server-side-request-forgery.ts'
import { slowRegularExpression } from './slow-regular-expression.ts'
import { sqlInjection } from './sql-injection.ts'
import { symlinkFollowing } from './symlink-following.ts'
import { templateInjection } from './template-injection.ts'
import { unsafeDeserialization } from './unsafe-deserialization.ts'
import { unsafeReflection } from './unsafe-reflection.ts'
import { unsafeUrlScheme } from './unsafe-url-scheme.ts'
import { urlPathInjection } from './url-path-injection.ts'
import { xmlExternalEntities } from './xml-external-entities.ts'
import { xpathInjection } from './xpath-injection.ts'

/** All flow rules, sorted by ID: one for each taint kind, and some for a part of a kind. */
export const flowRules: readonly FlowRule[] = [
  argumentInjection,
  codeInjection,
  commandInjection,
  crossSiteScripting,
  environmentInjection,
  ldapInjection,
  nosqlInjection,
  openRedirect,
  pathTraversal,
  processTransportInjection,
  regularExpressionInjection,
  serverSideRequestForgery,
  slowRegularExpression,
  sqlInjection,
  symlinkFollowing,
  templateInjection,
  unsafeDeserialization,
  unsafeReflection,
  unsafeUrlScheme,
  urlPathInjection,
  xmlExternalEntities,
  xpathInjection,
]
