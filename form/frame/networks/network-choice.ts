import type { FormApi } from '../session/api.ts'
import { drawBrands } from './brand-row.ts'
import type * as cardForm from '../fields/card-form.ts'
import { networkOf } from './network-marks.ts'
import { element, page } from '../page/page.ts'

/** The choice between the two networks of a co-badged card (spec/decisions/cards.md#co-badged-cards). */
export interface NetworkChoice {
  /** The network of the card in the fields. Undefined: the card has one network, or the server has not replied. */
  chosen(): string | undefined
  /** The server refused the choice. The bank chooses from now on. */
  withdraw(): void
}

/** The server names the networks from as many digits. Millions of cards share them. */
const prefixLength = 8

/**
 * Draws the brands in the number's field, and asks the server for the networks of each card.
 *
 * @param preferred the network that the customer has chosen before
 */
export function networkChoice(
  api: Pick<FormApi, 'readNetworks'>,
  fields: Pick<typeof cardForm, 'drawNumberWith' | 'followNetwork'>,
  preferred?: string,
): NetworkChoice {
  const number = element<HTMLInputElement>('number')
  const networksOf = new Map<string, readonly string[]>()
  let prefix = ''
  let group: HTMLElement | undefined

  const show = (networks: readonly string[]): void => {
    group?.remove()
    group = networks.length > 1 ? groupOf(networks, preferred) : undefined
    fields.followNetwork(chosen())
    if (!group) return
    number.parentElement?.insertBefore(group, element('number-error'))
    group.addEventListener('change', () => {
      fields.followNetwork(chosen())
      showChosenMark()
    })
    showChosenMark()
  }
  const chosen = (): string | undefined => group && chosenNetworkIn(group)
  const showChosenMark = (): void => {
    const network = chosen()
    if (network) element('marks').innerHTML = networkOf(network).mark
  }

  const follow = async (digits: string): Promise<void> => {
    const typed = digits.length < prefixLength ? '' : digits.slice(0, prefixLength)
    if (typed === prefix) return showChosenMark()
    prefix = typed
    show(networksOf.get(typed) ?? [])
    if (!typed || networksOf.has(typed)) return
    const reply = await api.readNetworks(typed)
    if (reply.kind !== 'ok') return
    networksOf.set(typed, reply.body.networks)
    // The customer may have changed the number during the request, or may be paying.
    if (prefix === typed && !number.matches(':disabled')) show(reply.body.networks)
  }

  fields.drawNumberWith((digits, accepted) => {
    drawBrands(digits, accepted)
    void follow(digits)
  })
  return {
    chosen,
    withdraw() {
      networksOf.set(prefix, [])
      show([])
    },
  }
}

export function chosenNetworkIn(part: ParentNode): string | undefined {
  return part.querySelector<HTMLInputElement>('[name=network]:checked')?.value
}

/** The first network, which the bank would use by itself, is selected; the customer can change it. */
function groupOf(networks: readonly string[], preferred: string | undefined): HTMLElement {
  const [first] = networks.includes(preferred ?? '') ? [preferred] : networks
  const group = document.createElement('div')
  group.className = 'networks'
  group.setAttribute('role', 'radiogroup')
  group.setAttribute('aria-label', page.texts.chooseNetwork)
  const title = document.createElement('span')
  title.textContent = page.texts.chooseNetwork
  title.setAttribute('aria-hidden', 'true')
  const options = document.createElement('div')
  options.append(...networks.map((network) => optionOf(network, network === first)))
  group.append(title, options)
  return group
}

function optionOf(network: string, checked: boolean): HTMLElement {
  const { label, mark } = networkOf(network)
  const option = document.createElement('label')
  const radio = document.createElement('input')
  Object.assign(radio, { type: 'radio', name: 'network', value: network, checked })
  const name = document.createElement('span')
  name.textContent = label
  option.innerHTML = mark
  option.prepend(radio)
  option.append(name)
  return option
}
