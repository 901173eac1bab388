"""What a stranger does with the forge: PyGithub and requests, and nothing that was written for it."""

import base64
import json
import os
import sys
import time

import requests
from github import Github, GithubException, GithubIntegration

api, token = os.environ["API"], os.environ["TOKEN"]
forge = Github(base_url=api, login_or_token=token, per_page=2)
told = {}

told["me"] = forge.get_user().login
told["repositories"] = sorted(each.full_name for each in forge.get_user().get_repos())

repository = forge.get_repo("acme/control")
for title in ["One", "Two", "Three"]:
    repository.create_issue(title=title, body="A body").create_comment("A comment")
told["issues"] = [each.title for each in repository.get_issues(state="open")]
repository.get_issue(1).edit(state="closed")
told["open"] = [each.number for each in repository.get_issues(state="open")]

made = repository.create_file("notes/a.md", "Add notes", "text")
repository.update_file("notes/a.md", "Change notes", "new", made["content"].sha)
told["content"] = repository.get_contents("notes/a.md").decoded_content.decode()
try:
    repository.update_file("notes/a.md", "Change notes", "newer", made["content"].sha)
except GithubException as refusal:
    told["conflict"] = [refusal.status, refusal.data["message"]]

with open(os.environ["WORKFLOW"]) as file:
    repository.create_file(".github/workflows/check.yml", "Add a check", file.read())
workflow = repository.get_workflow("check.yml")
told["dispatched"] = workflow.create_dispatch("main", {"word": "stranger"})
while True:
    [run] = workflow.get_runs()
    if run.status == "completed":
        break
    time.sleep(0.1)
told["conclusion"] = run.conclusion
headers = {"authorization": f"token {token}"}
[job] = requests.get(run.jobs_url, headers=headers).json()["jobs"]
log = requests.get(f"{job['url']}/logs", headers=headers)
told["log"] = "the word is stranger" in log.text
told["missing"] = requests.get(f"{job['url']}/logs", headers=headers, allow_redirects=False).status_code

app = GithubIntegration(int(os.environ["APP"]), os.environ["KEY"], base_url=api)
installation = app.get_installation("acme", "control")
minted = app.get_access_token(installation.id)
as_app = Github(base_url=api, login_or_token=minted.token)
told["installed"] = as_app.get_repo("acme/control").full_name
try:
    as_app.get_repo("acme/api")
except GithubException as refusal:
    told["hidden"] = refusal.status

repository.edit(name="plane")
told["renamed"] = forge.get_repo("acme/control").full_name
json.dump(told, sys.stdout)
