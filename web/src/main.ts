import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { listenForFirstTap } from "./lib/chime";
import { i18n } from "./lib/i18n.svelte";
import { settings } from "./lib/settings.svelte";

listenForFirstTap();
// Asked for at once, beside the texts: a link to a table is not to wait for one after the other.
if (location.pathname.startsWith("/t/")) void import("./screens/TablePage.svelte");
await i18n.speak(settings.language);
const target = document.getElementById("app") as HTMLElement;
target.replaceChildren();
mount(App, { target });
