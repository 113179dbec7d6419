/* The pictures of a page that belong to no field. */
import { drawPasses } from "./passes.js";
import { Picture } from "./picture.js";

/** Each picture by the element that it was put into. */
export function mountPictures(page) {
  return new Map([...page.querySelectorAll("[data-picture]:empty")].map((element) => {
    const picture = new Picture(JSON.parse(element.dataset.picture));
    element.replaceChildren(picture.element);
    if (element.dataset.passes) drawPasses(picture, JSON.parse(element.dataset.passes));
    return [element, picture];
  }));
}
