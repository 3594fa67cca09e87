// What is wrong with how the table lies on the screen, as sentences. By `elementFromPoint`: what a finger would hit.
({ card, strip }) => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const name = (element) => {
    const { seat, card, trickCard, area } = element.dataset ?? {};
    const part = element.closest("[data-area]")?.dataset.area ?? "page";
    return seat ? `seat ${seat}` : trickCard ? `trick card ${trickCard}` : card ? `card ${card}` : area ?? `${part} ${element.tagName}.${element.className}`;
  }

  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) wrong.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`);
  if (root.scrollHeight > root.clientHeight) wrong.push(`the page is ${root.scrollHeight - root.clientHeight} px too high`);
  for (const part of all("[data-area=hand], [data-area=trick], [data-area=seats], [data-area=scores], [data-area=bids]")) {
    for (const each of [part, ...part.querySelectorAll("*")]) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1) wrong.push(`${name(each)} scrolls sideways`);
      if (/auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight + 1) wrong.push(`${name(each)} scrolls`);
    }
  }

  // Each of these is on the screen, and nothing lies on it but what belongs to the same part of the table.
  const whole = all("[data-seat], [data-trick-card], [data-area=scores], [data-area=bids] button, main button");
  for (const each of new Set(whole)) {
    if (each.closest("[data-card], [data-area=sheet], [data-area=log], dialog")) continue;
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`${name(each)} is not wholly on the screen`);
    if (width < 1 || height < 1) wrong.push(`${name(each)} has no size`);
    const over = new Set();
    for (let i = 1; i < 8; i += 1) {
      for (let j = 1; j < 8; j += 1) {
        const hit = document.elementFromPoint(left + (width * i) / 8, top + (height * j) / 8);
        if (!hit || each.contains(hit) || hit.contains(each)) continue;
        if (each.dataset.trickCard && hit.closest("[data-trick-card]")) continue;
        over.add(name(hit.closest("[data-seat], [data-card], [data-trick-card], [data-area]") ?? hit));
      }
    }
    for (const other of over) wrong.push(`${name(each)} is covered by ${other}`);
  }

  // Each card of the hand has room for a finger that no other card takes.
  const hand = all("[data-area=hand] [data-card]");
  for (const each of hand) {
    const box = each.getBoundingClientRect();
    if (each.offsetWidth < card) wrong.push(`${name(each)} is ${each.offsetWidth} px wide, not ${card}`);
    if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${name(each)} is not wholly on the screen`);
    const rows = [];
    let free = 0;
    for (let y = Math.ceil(box.top) + 1; y < Math.min(box.bottom, innerHeight) && free < strip; y += 8) {
      rows.push(longest(each, box, y));
      if (rows.length >= 3) free = Math.max(free, Math.min(...rows.slice(-3)));
    }
    if (free < strip) wrong.push(`${name(each)} has a free strip of ${free} px, not ${strip}`);
  }
  return wrong;

  function longest(each, box, y) {
    let run = 0;
    let best = 0;
    for (let x = Math.ceil(box.left); x < Math.min(box.right, innerWidth); x += 1) {
      run = document.elementFromPoint(x, y)?.closest("[data-card]") === each ? run + 1 : 0;
      best = Math.max(best, run);
    }
    return best;
  }
}
