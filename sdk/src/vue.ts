import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch, type Component } from 'vue'
import { eventNames, formIn, type FormOptions, type Show } from './form-in.ts'

/**
 * The card form as a component. It emits the events of the form: `@complete="…"`. Another language or theme
 * changes the form that is there, with what the customer has typed. Another client secret, address or layout loads the
 * form anew.
 */
export const CardForm: Component<FormOptions> = defineComponent({
  props: {
    baseUrl: String,
    clientSecret: String,
    // Vue turns a missing Boolean into false, and the form's default is true.
    redirect: { type: Boolean, default: true },
    locale: String,
    appearance: Object,
  },
  emits: eventNames,
  setup(props: FormOptions, { emit }) {
    const place = ref<HTMLElement>()
    const options = (): string => JSON.stringify(props)
    let show: Show | undefined
    onMounted(() => {
      show = formIn(place.value as HTMLElement, emit)
      show(JSON.parse(options()) as FormOptions)
    })
    watch(options, (text) => show?.(JSON.parse(text) as FormOptions))
    onBeforeUnmount(() => show?.())
    return () => h('div', { ref: place })
  },
})
