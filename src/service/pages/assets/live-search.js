// Search as you type: the form is sent by itself, and the results of the page that comes are put in the place of those
// that stand here.
const form = document.querySelector('form[data-live]')
const status = document.querySelector('#search-status')
let asked = new AbortController()
let timer = 0

async function search() {
  asked.abort()
  asked = new AbortController()
  const fields = [...new FormData(form)].filter(([, value]) => value !== '')
  const address = fields.length > 0 ? `${form.action}?${new URLSearchParams(fields)}` : form.action
  try {
    const response = await fetch(address, { signal: asked.signal, headers: { Accept: 'text/html' } })
    if (!response.ok) throw new Error(String(response.status))
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const results = page.querySelector('#results')
    if (!results) throw new Error('no results')
    document.querySelector('#results').replaceWith(document.adoptNode(results))
    // What matches best is an order only where something is searched for.
    const [order, served] = [document, page].map((each) => each.querySelector('select[name="sort"]'))
    // Options that are moved one by one choose each other.
    const { value } = served
    order.replaceChildren(...[...served.options].map((option) => document.adoptNode(option)))
    order.value = value
    history.replaceState(null, '', address)
    // The choice of a theme comes back to what is shown now.
    document.querySelector('input[name="back"]').value = `${location.pathname}${location.search}`
    status.textContent = document.querySelector('#total')?.textContent ?? ''
  } catch (error) {
    if (error.name !== 'AbortError') status.textContent = 'The search could not be made. Press Enter to try again.'
  }
}

form.addEventListener('input', (event) => {
  clearTimeout(timer)
  timer = setTimeout(search, event.target.type === 'search' ? 180 : 0)
})
