import { z } from 'zod'
import { type Plan, plans } from '../../accounts/plans.ts'
import { updatePlanOfAccount } from '../../db/accounts/accounts.ts'
import { githubEvent, UnworkableDelivery } from '../github-event.ts'
import { accountOfOwner } from '../installed-owner.ts'
import { Owner } from '../payload-parts.ts'

const MarketplacePurchase = z.object({
  action: z.string(),
  marketplace_purchase: z.object({ account: Owner, plan: z.object({ name: z.string() }) }),
})

/** An owner purchased, changed, or canceled a plan. Pending changes are ignored until they apply. */
export const marketplacePurchase = githubEvent({
  event: 'marketplace_purchase',
  actions: ['purchased', 'changed', 'cancelled'],
  payload: MarketplacePurchase,
  async work(context, { action, marketplace_purchase: { account: owner, plan } }) {
    const bought = action === 'cancelled' ? 'free' : planNamed(plan.name)
    if (!bought) throw new UnworkableDelivery(`GitHub Marketplace reported an unknown plan: ${plan.name}.`)
    await context.db.transaction(async (tx) => {
      await updatePlanOfAccount(tx, await accountOfOwner(context, tx, owner.id), bought)
    })
  },
})

/** Returns the plan with this name on GitHub. Plan names are case-insensitive. */
function planNamed(name: string): Plan | undefined {
  return plans.find((plan) => plan === name.trim().toLowerCase())
}
