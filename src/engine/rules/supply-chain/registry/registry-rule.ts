import type { PackageFacts } from '../../../model/package-facts.ts'
import type { RuleDocument } from '../../../model/rule.ts'
import type { Project } from '../project.ts'
import type { Remark, WordySupplyChainRule } from '../../remark.ts'
import { factsOf, manifestPlace } from './registry-facts.ts'

/** A rule about what the registry says of the scanned package: at most one finding. */
export function registryRule(
  document: RuleDocument,
  judge: (facts: PackageFacts, project: Project) => Pick<Remark, 'title' | 'message' | 'severity'> | undefined,
): WordySupplyChainRule {
  return {
    document,
    *find(project) {
      const facts = factsOf(project)
      const found = facts && judge(facts, project)
      const at = manifestPlace(project)
      if (found) yield { ...found, subject: document.id, ...(at && { at }) }
    },
  }
}
