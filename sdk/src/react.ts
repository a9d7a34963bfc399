import { createElement, useEffect, useRef, type ReactElement } from 'react'
import type { CheckoutEvents } from '../../spec/lib/form-api.ts'
import { formIn, type FormOptions, type Show } from './form-in.ts'

/** The form's options, and a handler for each of its events. */
export interface CardFormProps extends FormOptions {
  readonly className?: string
  readonly onReady?: (session: CheckoutEvents['ready']) => void
  readonly onProcessing?: (session: CheckoutEvents['processing']) => void
  readonly onOpen?: (session: CheckoutEvents['open']) => void
  readonly onComplete?: (session: CheckoutEvents['complete']) => void
  readonly onFailed?: (session: CheckoutEvents['failed']) => void
  readonly onError?: (error: CheckoutEvents['error']) => void
}

/**
 * The card form as a component. A new handler takes effect at once. Another language or theme changes the form that is
 * there, with what the customer has typed. Another client secret, address or layout loads the form anew.
 */
export function CardForm(props: CardFormProps): ReactElement {
  const { baseUrl, clientSecret, redirect, locale, appearance, className } = props
  const place = useRef<HTMLDivElement>(null)
  const show = useRef<Show | undefined>(undefined)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // Parents make a new object for the same appearance at each rendering.
  const options = JSON.stringify({ baseUrl, clientSecret, redirect, locale, appearance })
  useEffect(() => {
    show.current ??= formIn(place.current as HTMLDivElement, (name, argument) => {
      const handler = latest.current[`on${name[0]?.toUpperCase()}${name.slice(1)}` as keyof CardFormProps]
      if (typeof handler === 'function') (handler as (given: typeof argument) => void)(argument)
    })
    show.current(JSON.parse(options) as FormOptions)
  }, [options])
  useEffect(() => () => show.current?.(), [])
  return createElement('div', { ref: place, className })
}
