import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch, type Component } from 'vue'
import { eventNames, mountForm, type FormOptions } from './mount-form.ts'

/**
 * The card form as a component. It emits the events of the form: `@complete="…"`. Another client secret, address,
 * language or appearance loads the form anew.
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
    let remove = (): void => {}
    const show = (): void => {
      remove()
      if (place.value) remove = mountForm(place.value, JSON.parse(options()) as FormOptions, emit)
    }
    onMounted(show)
    watch(options, show)
    onBeforeUnmount(() => remove())
    return () => h('div', { ref: place })
  },
})
