/** The customer's browser, as the form describes it. */
export const browserData = {
  color_depth: 24,
  screen_width: 1280,
  screen_height: 800,
  time_zone_offset: -60,
  language: 'en-GB',
  page_origin: 'https://shop.example',
}
