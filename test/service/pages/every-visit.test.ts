import { expect, it } from 'vitest'
import { servedRoutes } from './browser/served-routes.ts'
import { visits, withoutPage } from './browser/visits.ts'

const routes = await servedRoutes()
const isWithoutPage = (route: string) =>
  Object.values(withoutPage)
    .flat()
    .some((pattern) => pattern.test(route))

it('visits every page of the service in the browser', () => {
  const visited = new Set(visits.map(({ route }) => route))
  expect(routes.length).toBeGreaterThan(60)
  expect(
    routes.filter((route) => !visited.has(route) && !isWithoutPage(route)),
    'add a visit of these routes to test/service/pages/browser/visits.ts, or list them there as routes without a page',
  ).toEqual([])
})

it('visits only existing routes, and lists no visited route as one without a page', () => {
  const unknown = 'GET /nowhere'
  expect(
    visits
      .map(({ route }) => route)
      .filter((route) => (!routes.includes(route) && route !== unknown) || isWithoutPage(route)),
  ).toEqual([])
  expect(
    Object.values(withoutPage)
      .flat()
      .filter((pattern) => !routes.some((route) => pattern.test(route))),
  ).toEqual([])
  expect(new Set(visits.map(({ name }) => name)).size).toBe(visits.length)
})
