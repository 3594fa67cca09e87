// In every page, before its first script: what the browser reports against the content security policy.
addEventListener("securitypolicyviolation", (report) => {
  window.reportViolation(`${report.violatedDirective} ${report.blockedURI} ${report.sourceFile}:${report.lineNumber}`);
});
