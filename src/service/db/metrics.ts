import { Counter } from 'prom-client'

/** A distant page that was read without a mark is still answered. */
export const listMarksFailed = new Counter({
  name: 'assay_list_marks_failed_total',
  help: 'List marks that could not be stored.',
})
