// Opens the connection dialog. The page loads the script of the dialog at the first use.
import { showConnection } from "./connection.js";

export async function openSettings() {
  try {
    const dialog = await import("./settings.js");
    showConnection(); // Replaces the text of an earlier failure.
    dialog.open();
  } catch {
    // In Chromium, an import that failed once fails until the page is loaded again.
    document.getElementById("service-state").textContent = "reload the page";
  }
}
